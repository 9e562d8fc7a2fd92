/** Maximum length of a stored detail, in UTF-16 units. */
const longestDetail = 1_000;
/** Maximum text read for it: withheld parts make room for the words after them. */
const longestRead = 4 * longestDetail;
/** Maximum user, host and port of a link whose host is shown; names end at 253 characters (RFC 1035 §2.3.4). */
const longestAuthority = 500;
/** Maximum beginning of a token that is not recognised as one. */
const longestToken = 100;
const withheld = '(withheld)';
/** Replaces each unit of a known secret, so that a cut may fall within one: a noncharacter of Unicode. */
const gap = '\uFFFF';

/**
 * Makes a provider's text fit for a trail and a log: no secret of the account, of links only the host, no token, no
 * line breaks, no longer than a few sentences. The text is cut before it is read, and no pattern reads a part of it
 * twice: a provider may send a mebibyte of text that looks like the beginnings of links.
 *
 * @param secrets - texts that must not show; empty ones are ignored
 */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '');
  const isCut = text.length > longestRead;
  const clean = partRead(text, known)
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/:\/\/([^\s"'<>/?#]*)[^\s"'<>]*/gu, linkHost)
    .replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=:-]{8,}/giu, `$1 ${withheld}`)
    .replaceAll(/\b(sk|key|token|signature|secret)([-_=:]+)[\w.~+/%=-]{8,}/giu, `$1$2${withheld}`)
    .replaceAll(/\beyJ[\w.-]{8,}/gu, withheld)
    // The signature of a notice URL, which a provider may repeat without the URL.
    .replaceAll(/(~|%7E)[\w-]{43}(?![\w-])/giu, `$1${withheld}`)
    .replaceAll(/\uFFFF+/gu, withheld);
  const whole = isCut ? withoutLastWord(clean) : clean;
  const short =
    isCut || whole.length > longestDetail ? `${whole.slice(0, longestDetail - 1)}…` : whole;
  return known.some((secret) => short.includes(secret)) ? withheld : short;
}

/** Returns the part of a text that is read, with gaps for the known secrets in it. */
function partRead(text: string, known: readonly string[]): string {
  const margin = Math.max(0, ...known.map(({ length }) => length));
  const part = known.reduce(
    (rest, secret) => rest.replaceAll(secret, gap.repeat(secret.length)),
    text.slice(0, longestRead + margin),
  );
  if (text.length <= longestRead) return part;
  // The apparent host of a cut link may be its user.
  return part.slice(0, longestRead).replace(/:\/\/[^\s"'<>/?#]*$/u, `://${withheld}`);
}

function linkHost(_link: string, authority: string): string {
  const isWhole = authority.length <= longestAuthority;
  const host = isWhole ? (URL.parse(`https://${authority}`)?.hostname ?? '') : '';
  return host === '' ? `://${withheld}` : `://${host}/…`;
}

/** Removes the last word, of which the cut may have left the first characters: no token is recognised by those. */
function withoutLastWord(clean: string): string {
  if (clean.endsWith(withheld) || clean.endsWith('…')) return clean;
  return clean.slice(0, Math.max(clean.lastIndexOf(' ') + 1, clean.length - longestToken));
}

/** `redact` for the words of one call: the secrets to withhold may need signing, and are made on first use. */
export function createRedaction(secretsOf: () => readonly string[]): (words: string) => string {
  let secrets: readonly string[] | undefined;
  return (words) => {
    secrets ??= secretsOf();
    return redact(words, secrets);
  };
}

/** Returns the texts of a stored secret that must not show: the whole, and each field if it is the JSON of several. */
export function secretTexts(secret: string | null): readonly string[] {
  if (secret === null) return [];
  try {
    const fields: unknown = JSON.parse(secret);
    if (typeof fields !== 'object' || fields === null) return [secret];
    return [secret, ...Object.values(fields).filter((field) => typeof field === 'string')];
  } catch {
    return [secret];
  }
}
