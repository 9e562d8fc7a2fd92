import { faultOfWord, type ReadFault } from '../faults/read-fault.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { RefusalKind } from '@filmgate/provider-facts';
import { bareReply } from './bare-reply.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderResponse,
  textReply,
} from '../http/provider-request.ts';

/** An API's wording of faults of requests that are no submissions. */
export interface ReadWords {
  refuse(kind: RefusalKind, retryAfterMs: number | null): ProviderResponse;
  errorIn200(): ProviderResponse;
  /** Response for a job that is not found. */
  missing(): ProviderResponse;
  /** Half of a response. */
  readonly garbled: string;
}

/** Stands for the response that a rule makes itself. */
export const ownReply = jsonReply(200, {});

/** Wait requested by a scripted 429 of a read, before scaling, in ms. */
const readWaitMs = 1_000;

/** Faults that look alike on every API. */
export function bareFaultReply(
  { symptom, hangMs }: Extract<ReadFault, { readonly kind: 'bare' }>,
  clock: Pick<MockClock, 'now' | 'scaled'>,
): ProviderReply {
  return bareReply(symptom, hangMs === null ? null : clock.now() + clock.scaled(hangMs));
}

/** Response decided by a rule, in the wording of the API. */
export function ruledReply(
  fault: ReadFault,
  words: ReadWords,
  { clock, requestHistory }: Pick<ProviderState, 'clock' | 'requestHistory'>,
): ProviderReply {
  switch (fault.kind) {
    case 'bare':
      return bareFaultReply(fault, clock);
    case 'garbled':
      return textReply(200, 'application/json', words.garbled);
    case 'error-in-200':
      return words.errorIn200();
    case 'rate_limited':
    case 'unavailable': {
      const waitMs = clock.scaled(readWaitMs);
      requestHistory.exchanges.asksToWait(waitMs);
      return words.refuse(fault.kind, waitMs);
    }
    case 'login':
    case 'forbidden':
      return words.refuse(fault.kind, null);
    case 'own':
      return ownReply;
    case 'missing':
    case 'gone':
    case 'tokens':
      return words.missing();
  }
}

/** A status read disturbed by a token of its job. */
export function disturbedReply(
  job: MockJob,
  words: ReadWords,
  world: ProviderState,
): ProviderReply | undefined {
  if (world.isMissing(job)) return words.missing();
  const { readsAs } = job.instructions;
  if (readsAs === null || !world.spendReadFault(job, 'reads')) return undefined;
  return ruledReply(faultOfWord(readsAs), words, world);
}
