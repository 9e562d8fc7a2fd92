import type { JsonValue } from '../../json/json-value.ts';
import { describeFailure } from '../describe-failure.ts';
import type { JobEvent } from '../job-event.ts';
import type { Job } from '../job.ts';
import { newResultFetch, type ResultProof } from '../result-fetch.ts';
import { type Step, StepBuilder } from './step.ts';
import { isWorthALine } from './watching.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** `storing` → `completed`: our copy is on disk; the owner pays. */
export function resultStored(job: Job, event: Event<'result-stored'>, now: number): Step {
  const step = new StepBuilder(job, now);
  return step
    .quota('settle')
    .releaseSlot()
    .warn(event.warnings)
    .set({
      state: 'completed',
      progress: 100,
      result: event.result,
      resultFetch: null,
      completedAt: step.at,
      resultExpiresAt: event.expiresAt,
      readFailures: 0,
      doubt: null,
      dueAt: null,
    })
    .trail('completed', { sha256: event.result.sha256, size: event.result.size })
    .build();
}

/**
 * Not a failure of the job: the video is paid for, and arrives later. The trail states the reason and end of the delay
 * at first and at 1, 2, 4, 8… consecutive tries. A fresh output replaces one that may have expired.
 */
export function resultAwaited(job: Job, event: Event<'result-awaited'>, now: number): Step {
  const before = job.resultFetch ?? newResultFetch(now);
  const { reason, detail, proof, until } = event;
  const inARow = job.readFailures + 1;
  const isSame = before.awaits === reason;
  const { unusable, doubt } = proof;
  const isNewFile = unusable.length > before.unusable.length;
  const isNewDoubt = doubt !== null && doubt.word !== job.doubt?.word;
  const step = new StepBuilder(job, now).set({
    output: event.output ?? job.output,
    readFailures: inARow,
    doubt,
    resultFetch: {
      since: before.since,
      awaits: reason,
      awaitsSince: isSame ? before.awaitsSince : now,
      detail,
      until,
      unusable,
    },
    dueAt: event.dueAt,
  });
  const wait = { awaits: reason, detail, inARow, until: event.dueAt, fetchedUntil: until };
  const said = doubt === null ? {} : { said: doubt.word };
  const waits = { ...wait, ...said, ...(isNewFile && reportedFile(proof)) };
  if (event.givesUpSlot && job.holdsSlot)
    step.releaseSlot().trail('slot-given-up', { account: job.accountId, ...waits });
  else if (!isSame || isNewFile || isNewDoubt || isWorthALine(inARow))
    step.trail('result-awaited', waits);
  return step.build();
}

/** `storing` → `failed`: it can no longer be fetched. The owner is not charged for what was not delivered. */
export function resultNotFetched(job: Job, event: Event<'result-not-fetched'>, now: number): Step {
  const { reason, detail, proof } = event;
  return notDelivered(job, proof, now)
    .trail('result-not-fetched', { awaits: reason, detail, ...reportedFile(proof) })
    .fail(describeFailure('result_invalid'))
    .build();
}

/** `storing` → `failed`: the provider was paid, the owner is not charged for what was not delivered. */
export function resultUnusable(job: Job, event: Event<'result-unusable'>, now: number): Step {
  const { detail, proof } = event;
  return notDelivered(job, proof, now)
    .trail('result-unusable', { detail, ...reportedFile(proof) })
    .fail(describeFailure('result_invalid'))
    .build();
}

/** The file that was read stays with the job, for an operator. */
function notDelivered(job: Job, { unusable }: ResultProof, now: number): StepBuilder {
  const before = job.resultFetch ?? newResultFetch(now);
  return new StepBuilder(job, now).quota('refund').set({ resultFetch: { ...before, unusable } });
}

/** Returns the address of the bytes that were read last and not delivered. */
function reportedFile({ unusable }: ResultProof): { readonly [field: string]: JsonValue } {
  const file = unusable.at(-1);
  return file === undefined ? {} : { sha256: file.sha256, size: file.size };
}
