import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { ResultLinks } from './result-links.ts';
import type { RedirectTarget, ResultReading } from './result-reading.ts';

/** Address at which clouds give a machine its own secrets; servers that fetch others' URLs must not request it. */
const metadataUrl = 'http://169.254.169.254/latest/meta-data/';

/** A result read as its caller reached it. */
interface ResultRead {
  readonly job: MockJob;
  readonly base: string;
  readonly links: Pick<ResultLinks, 'to'>;
}

/**
 * Response to a read of a result.
 *
 * @param refuse - response if it is not served
 */
export function resultReply(
  reading: ResultReading,
  read: ResultRead,
  refuse: (kind: 'absent' | 'gone' | 'forbidden') => ProviderReply,
): ProviderReply {
  switch (reading.kind) {
    case 'absent':
    case 'gone':
    case 'forbidden':
      return refuse(reading.kind);
    case 'redirected':
      return redirectReply(reading.to, read);
    case 'served':
      return reading.reply;
  }
}

function redirectReply(to: RedirectTarget, { job, base, links }: ResultRead): ProviderReply {
  const leading = (location: string) => ({
    ...textReply(302, 'text/html', ''),
    headers: { location },
  });
  const other = to === 'host' ? underOtherName(base) : undefined;
  switch (to) {
    case 'link':
    case 'host':
      return leading(
        other === undefined ? links.to(job, base, 'link') : links.to(job, other, 'host'),
      );
    case 'metadata':
    case 'private':
      return { ...leading(metadataUrl), ssrfCanary: { job: job.id, isSeen: to === 'private' } };
  }
}

/** The same address under another host name of this machine; undefined if none is known. */
function underOtherName(base: string): string | undefined {
  const url = URL.parse(base);
  if (url === null || !['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)) return undefined;
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.href.replace(/\/$/, '');
}
