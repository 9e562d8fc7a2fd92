import type { JobResults } from '../../wire/job-results.ts';
import type { ProviderReply, ProviderResponse } from '../../wire/provider-request.ts';
import type { MockJob } from '../../world/mock-job.ts';

export type InlineVideo =
  | { readonly kind: 'data'; readonly base64: string; readonly mimeType: string }
  /** What the read that wants the video is answered instead. */
  | { readonly kind: 'instead'; readonly reply: ProviderReply };

/**
 * A video that comes inside the answer to a read: what tokens ask of the read of a file befalls this one.
 *
 * @param refuse - an error of the wire, by its code
 */
export async function inlineVideo(
  job: MockJob,
  results: JobResults,
  refuse: (code: string) => ProviderResponse,
): Promise<InlineVideo> {
  const reading = await results.read(job, null, true);
  switch (reading.kind) {
    case 'absent':
    case 'gone':
    case 'redirected':
      return { kind: 'instead', reply: refuse('NOT_FOUND') };
    case 'forbidden':
      return { kind: 'instead', reply: refuse('PERMISSION_DENIED') };
    case 'served': {
      const { reply } = reading;
      if (reply.kind !== 'response' || reply.status >= 400) return { kind: 'instead', reply };
      const bytes = reply.body.subarray(0, reply.cutAfter ?? reply.body.length);
      const base64 = Buffer.from(bytes).toString('base64');
      return { kind: 'data', base64, mimeType: reply.contentType };
    }
  }
}
