import type { JobResults } from '../results/job-results.ts';
import { type ProviderReply, textReply } from '../http/provider-request.ts';
import type { PersonalityCall } from './personality.ts';
import type { ResultLinks } from '../results/result-links.ts';
import { resultReply } from '../results/result-reply.ts';

/** Responses of an object store to a read that it does not serve: status, code and text. */
const refusals = {
  absent: [404, 'NoSuchKey', 'The specified key does not exist.'],
  gone: [410, 'NoSuchKey', 'The object was removed.'],
  forbidden: [403, 'AccessDenied', 'Request has expired'],
  forged: [403, 'SignatureDoesNotMatch', 'The signature is invalid.'],
} as const;

/** A video by its link, in the wording of the object store behind a provider: XML without the provider's own words. */
export async function fileReply(
  { url, range, base }: Pick<PersonalityCall, 'url' | 'range' | 'base'>,
  { links, results }: { readonly links: ResultLinks; readonly results: JobResults },
): Promise<ProviderReply> {
  const link = links.read(url);
  if (link.kind !== 'valid') return storeError(link.kind === 'forged' ? 'forged' : 'forbidden');
  const { job, via } = link;
  const reading = await results.read(job, range, via !== null);
  return resultReply(reading, { job, base, links }, storeError);
}

/** Response of an object store, as an error in XML. */
function storeError(kind: keyof typeof refusals): ProviderReply {
  const [status, code, message] = refusals[kind];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return textReply(status, 'application/xml', xml);
}
