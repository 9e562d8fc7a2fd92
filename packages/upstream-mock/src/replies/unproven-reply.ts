import type { Symptom } from '../job/mock-instructions.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { MockJob } from '../job/mock-job.ts';
import { bareReply } from './bare-reply.ts';
import { type ProviderReply, type ProviderResponse, textReply } from '../http/provider-request.ts';
import type { ReadWords } from './ruled-reply.ts';

/** An API's wording of responses to a submission that prove nothing. */
export interface UnprovenWords extends Pick<ReadWords, 'errorIn200' | 'garbled'> {
  accepted(job: MockJob): ProviderResponse;
  acceptedWithoutId(job: MockJob): ProviderResponse;
  /** An undocumented error. */
  unlisted(): ProviderResponse;
}

/** The response to a submission with this symptom, the same whether the job was accepted or not. */
export function unprovenReply(
  { symptom, job }: { readonly symptom: Symptom; readonly job: MockJob },
  words: UnprovenWords,
  clock: Pick<MockClock, 'scaled'>,
): ProviderReply {
  switch (symptom) {
    case 'garbled':
      return textReply(200, 'application/json', words.garbled);
    case 'wrong-id':
      return words.accepted(job);
    case 'unlisted-code':
      return words.unlisted();
    case 'error-in-200':
      return words.errorIn200();
    case 'no-id':
      return words.acceptedWithoutId(job);
    case 'reset':
    case 'hang':
    case '500':
    case 'edge-page':
    case '504':
    case 'html-200':
      return bareReply(symptom, hangsUntil(job, clock));
  }
}

/** Instant until which the caller of a submission waits; null = forever. */
function hangsUntil(
  { acceptedAt, instructions: { hangMs } }: MockJob,
  clock: Pick<MockClock, 'scaled'>,
): number | null {
  return hangMs === null ? null : acceptedAt + clock.scaled(hangMs);
}
