import { parseAllowedHosts, parseMasterKey, parseProxyUrl } from '@filmgate/runtime-node';
import { z } from 'zod';
import { isAddressRange, isTooWideForProxies } from './proxy-ranges.ts';

/** Whole number written in decimal digits, within bounds. */
export function whole(minimum: number, maximum: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .meta({ minimum, maximum });
}

/** A secret; problems mention only its length. */
export function secret(minimumLength: number) {
  return z.string().min(minimumLength, `must have at least ${minimumLength} characters`);
}

/** A secret sent in a header: white space around it would be removed in transit, and no caller could ever match. */
export function headerKey(minimumLength: number) {
  return secret(minimumLength).refine(
    (text) => text === text.trim(),
    'must not begin or end with white space',
  );
}

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((text) => text === 'true' || text === '1');

/** An http or https URL that paths are appended to, without a slash at its end. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine((text) => !/[@?#]/.test(text), 'must not contain a user, query or fragment')
  .transform((text) => text.replace(/\/+$/, ''));

/** Prefix of every key in a shared store. */
export const keyPrefix = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, dots, dashes and underscores',
  );

/** The name of an S3 bucket (Amazon S3 user guide, "General purpose bucket naming rules"). */
export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a valid bucket name');

/** Maximum number of items in a list: real lists of hosts, origins, proxies or aliases are far shorter. */
export const mostItems = 1000;

const commaList = z.string().transform((text, context) => {
  // Splits just enough to detect that the list is too long.
  const items = text.split(',', mostItems + 1);
  if (items.length <= mostItems) {
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }
  context.addIssue({ code: 'custom', message: `must have at most ${mostItems} items` });
  return z.NEVER;
});

/** Unique names. */
export const names = commaList
  .refine((items) => new Set(items).size === items.length, 'must not contain duplicates')
  .meta({ shape: 'list' });

/** Maximum number of wrong entries that a problem names, and of UTF-16 units shown of each. */
const mostProblems = 5;
const longestShown = 100;

/** Hosts remote images may come from [tasks.images.host-entry-forms]. */
export const imageHosts = commaList
  .superRefine((items, context) => {
    const reading = parseAllowedHosts(items.join(','));
    if (reading.kind === 'parsed') return;
    for (const { entry, message } of reading.problems.slice(0, mostProblems)) {
      const written = entry.slice(0, longestShown);
      context.addIssue({ code: 'custom', message: `cannot contain ${written}: ${message}` });
    }
  })
  .meta({ shape: 'list' });

/** Web origins, in the form that browsers send. */
export const origins = commaList
  .refine(
    (items) => items.every(isOrigin),
    'must be a list of origins like https://console.example.com',
  )
  .transform((items) => items.map((item) => new URL(item).origin))
  .meta({ shape: 'list' });

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && `${search}${hash}${username}` === '';
}

/** Addresses and CIDR ranges of proxies. */
export const proxies = commaList
  .refine(
    (items) => items.every(isAddressRange),
    'must be a list of addresses or CIDR ranges like 10.0.0.0/8',
  )
  .refine(
    (items) => !items.some(isTooWideForProxies),
    'must not contain ranges wider than /8 (IPv4) or /48 (IPv6), because clients are in them, too; name the exact address of your proxy, like 172.30.0.2',
  )
  .meta({ shape: 'list' });

/** URL of an HTTP proxy; problems repeat nothing of it, as it may contain a password. */
export const proxyUrl = z.string().superRefine((text, context) => {
  const reading = parseProxyUrl(text);
  if (reading.kind === 'refused') context.addIssue({ code: 'custom', message: reading.rule });
});

/** Hosts that are reached without a proxy, separated by commas or spaces. */
export const bypassedHosts = z
  .string()
  .transform((text) => text.replaceAll(/\s+/g, ','))
  .pipe(commaList)
  .meta({ shape: 'list' });

/** Parses texts by name: `name=text,name=text`. */
function pairs(message: string, isText: (text: string) => boolean = (text) => text !== '') {
  return commaList
    .transform((entries, context) => {
      const result = new Map<string, string>();
      for (const entry of entries) {
        const [name = '', text = '', ...rest] = entry.split('=').map((side) => side.trim());
        if (name === '' || !isText(text) || rest.length > 0 || result.has(name)) {
          context.addIssue({ code: 'custom', message });
          return z.NEVER;
        }
        result.set(name, text);
      }
      const byName: Readonly<Record<string, string>> = Object.fromEntries(result);
      return byName;
    })
    .meta({ shape: 'map' });
}

export const aliases = pairs(
  'must be a list like alias=model,alias=model without duplicate aliases',
);

/** Other names of error codes; the known codes belong to the surfaces. */
export const codeNames = pairs(
  'must be a list like code=name,code=name without duplicate codes; names have 1 to 64 lower-case letters, digits, _, . and -, and begin with a letter',
  (text) => /^[a-z][a-z0-9_.-]{0,63}$/.test(text),
);

/** The text of a valid master key. */
export const masterKey = z.string().superRefine((text, context) => {
  const reading = parseMasterKey(text);
  if (reading.kind === 'refused') {
    context.addIssue({ code: 'custom', message: `cannot be used: ${reading.message}` });
  }
});

/** Several master keys separated by commas, newest first. */
export const masterKeys = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .pipe(z.array(masterKey).max(8, 'must have at most 8 keys'));
