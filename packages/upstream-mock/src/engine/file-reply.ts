import type { JobResults } from '../results/job-results.ts';
import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { PersonalityCall } from './personality.ts';
import type { ResultLinks } from '../results/result-links.ts';
import { resultReply } from '../results/result-reply.ts';

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

function storeError(status: number, code: string, message: string): ProviderReply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return textReply(status, 'application/xml', xml);
}
