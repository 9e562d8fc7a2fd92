import type { MockJob } from '../job/mock-job.ts';
import type { JobResults } from '../results/job-results.ts';
import { type ProviderReply, textReply } from '../http/provider-request.ts';
import { redirectReply } from '../results/redirect-reply.ts';
import type { PersonalityCall } from './personality.ts';
import type { LinkVia, ResultLinks } from '../results/result-links.ts';
import type { ResultReading } from '../results/result-reading.ts';

/** A video by its link, in the wording of the object store behind a provider: XML without the provider's own words. */
export async function fileReply(
  call: Pick<PersonalityCall, 'url' | 'range' | 'base'>,
  { links, results }: { readonly links: ResultLinks; readonly results: JobResults },
): Promise<ProviderReply> {
  const link = links.read(call.url);
  if (link.kind === 'forged')
    return storeError(403, 'SignatureDoesNotMatch', 'The signature is invalid.');
  if (link.kind === 'expired') return storeError(403, 'AccessDenied', 'Request has expired');
  const { job } = link;
  const reading = await results.read(job, call.range, link.via !== null);
  return resultReply(reading, { job, base: call.base, links }, (kind) => {
    switch (kind) {
      case 'absent':
        return storeError(404, 'NoSuchKey', 'The specified key does not exist.');
      case 'gone':
        return storeError(410, 'NoSuchKey', 'The object was removed.');
      case 'forbidden':
        return storeError(403, 'AccessDenied', 'Request has expired');
    }
  });
}

/**
 * Response to a read of a result.
 *
 * @param refuse - response if it is not served
 */
export function resultReply(
  reading: ResultReading,
  from: { readonly job: MockJob; readonly base: string; readonly links: ResultLinks },
  refuse: (kind: 'absent' | 'gone' | 'forbidden') => ProviderReply,
): ProviderReply {
  switch (reading.kind) {
    case 'absent':
    case 'gone':
    case 'forbidden':
      return refuse(reading.kind);
    case 'redirected': {
      const { job, base, links } = from;
      const linkTo = (to: string, via: LinkVia) => links.to(job, to, via);
      return redirectReply(reading.to, { job: job.id, base, linkTo });
    }
    case 'served':
      return reading.reply;
  }
}

function storeError(status: number, code: string, message: string): ProviderReply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return textReply(status, 'application/xml', xml);
}
