import type { LinkVia } from './link-signer.ts';
import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { RedirectTarget } from './result-fault.ts';

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

/**
 * Redirects a result read.
 *
 * @param linkTo - returns a link to the result below a base, signed as the target of a redirect
 */
export function redirectReply(
  to: RedirectTarget,
  {
    job,
    base,
    linkTo,
  }: {
    readonly job: string;
    readonly base: string;
    readonly linkTo: (base: string, via: LinkVia) => string;
  },
): ProviderReply {
  switch (to) {
    case 'link':
      return leading(linkTo(base, 'link'));
    case 'host': {
      const other = underOtherName(base);
      return leading(other === undefined ? linkTo(base, 'link') : linkTo(other, 'host'));
    }
    case 'metadata':
    case 'private':
      return { ...leading(metadataUrl), ssrfCanary: { job, isSeen: to === 'private' } };
  }
}

function leading(location: string) {
  return { ...textReply(302, 'text/html', ''), headers: { location } };
}
