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
    // A rule replaces the body of its own response.
    case 'own':
    case 'wrong-id':
      return words.accepted(job);
    case 'cut': {
      const reply = words.accepted(job);
      const half = Math.floor(reply.body.length / 2);
      return {
        ...reply,
        cutAfter: Math.min(job.instructions.cutTo ?? half, reply.body.length - 1),
      };
    }
    case 'unlisted-code':
      return words.unlisted();
    case 'error-in-200':
      return words.errorIn200();
    case 'no-id':
      return words.acceptedWithoutId(job);
    case 'lost':
    case 'hang':
    case '408':
    case '409':
    case '413':
    case '429':
    case '500':
    case '502':
    case '503':
    case '504':
    case 'html':
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
