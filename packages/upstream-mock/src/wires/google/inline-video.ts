import type { JobResults } from '../../results/job-results.ts';
import type { ProviderReply, ProviderResponse } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';

export type InlineVideo =
  | { readonly kind: 'data'; readonly base64: string; readonly mimeType: string }
  /** Other response to the read that requests the video. */
  | { readonly kind: 'instead'; readonly reply: ProviderReply };

/**
 * A video inside the response to a read, to which tokens about reading the file apply.
 *
 * @param refuse - an error of the API, by its code
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
