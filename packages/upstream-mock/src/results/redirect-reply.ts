import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { LinkVia } from './result-links.ts';
import type { RedirectTarget } from './result-reading.ts';

/** Address at which clouds give a machine its own secrets; servers that fetch others' URLs must not request it. */
const metadataUrl = 'http://169.254.169.254/latest/meta-data/';

/** The host names of this machine, each with an equivalent one. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', 'localhost'],
  ['[::1]', 'localhost'],
  ['localhost', '127.0.0.1'],
]);

/** The same address under another host name; undefined if none is known. */
function underOtherName(base: string): string | undefined {
  const url = URL.parse(base);
  const name = otherNames.get(url?.hostname ?? '');
  if (url === null || name === undefined) return undefined;
  url.hostname = name;
  return url.href.replace(/\/$/, '');
}

/** A redirected result read. */
interface Redirected {
  /** Id of the job. */
  readonly job: string;
  readonly base: string;
  /** Returns a link to the result below a base, signed as the target of a redirect. */
  readonly linkTo: (base: string, via: LinkVia) => string;
}

export function redirectReply(
  to: RedirectTarget,
  { job, base, linkTo }: Redirected,
): ProviderReply {
  const other = to === 'host' ? underOtherName(base) : undefined;
  switch (to) {
    case 'link':
    case 'host':
      return leading(other === undefined ? linkTo(base, 'link') : linkTo(other, 'host'));
    case 'metadata':
    case 'private':
      return { ...leading(metadataUrl), ssrfCanary: { job, isSeen: to === 'private' } };
  }
}

function leading(location: string) {
  return { ...textReply(302, 'text/html', ''), headers: { location } };
}
