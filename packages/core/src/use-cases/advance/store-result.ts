import { match } from 'ts-pattern';
import { nextAfterFailure } from '../../job/look-again.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import type { OpenResultOutcome } from '../../ports/upstream-client.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { boundedCall } from './bounded-call.ts';
import { judgeResult } from './judge-result.ts';
import { askUpstream } from './poll-job.ts';
import { saveEvent } from './save-event.ts';
import { describeUpstreamOf, upstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/** What one attempt to bring a result home gave. */
type Fetched =
  | { readonly kind: 'staged'; readonly blob: StagedBlob }
  /** Worth another try, until the tries run out. */
  | { readonly kind: 'not-this-time'; readonly detail: string };

/**
 * Brings a finished result home: read, count, digest, inspect, keep, and only then `completed` (I7). A failed or
 * unusable read is tried again with a fresh link; after its tries the job fails with `result_invalid`.
 */
export async function storeResult(work: Work): Promise<StepResult> {
  const { output } = work.job;
  if (output === null)
    return saveEvent(work, { kind: 'result-unusable', detail: 'the upstream named no output' });
  if (work.job.readFailures === 0) return bringHome(work, output);

  const outcome = await askUpstream(work);
  if (outcome.kind === 'failed')
    return saveEvent(work, { kind: 'upstream-failed', error: outcome.error });
  return bringHome(work, outcome.kind === 'succeeded' ? outcome.output : output);
}

async function bringHome(work: Work, output: UpstreamOutput): Promise<StepResult> {
  const fetched = await fetchOutput(work, output);
  if (fetched.kind === 'not-this-time') return tryAgain(work, fetched.detail);
  const { blob } = fetched;
  const { resultBlobs, clock } = work.ports;
  try {
    const judgement = await judgeResult(work.job.request, blob);
    if (judgement.kind === 'unusable') return await tryAgain(work, judgement.detail);
    await resultBlobs.keep(blob);
    const expiresAt = clock.now() + work.options.resultRetentionMs;
    return await saveEvent(work, { ...judgement, kind: 'result-stored', expiresAt });
  } finally {
    await resultBlobs.discard(blob);
  }
}

async function tryAgain(work: Work, detail: string): Promise<StepResult> {
  const { job, options, ports } = work;
  if (job.readFailures + 1 >= options.resultTries)
    return saveEvent(work, { kind: 'result-unusable', detail });
  const { minimumPollIntervalMs: minimumMs } = await describeUpstreamOf(work);
  const lookAgainAt = nextAfterFailure(job, { minimumMs, askedMs: null }, ports.clock.now());
  return saveEvent(work, { kind: 'read-failed', detail, lookAgainAt });
}

async function fetchOutput(work: Work, output: UpstreamOutput): Promise<Fetched> {
  const { job, ports, options } = work;
  const upstream = await upstreamOf(work, job.accountId);
  const { handle } = job;
  if (upstream === undefined || handle === null)
    return { kind: 'not-this-time', detail: 'its account is gone' };
  try {
    return await boundedCall(
      { clock: ports.clock, signal: work.signal, timeoutMs: options.copyTimeoutMs },
      async (signal) =>
        stageOutput(
          work,
          await upstream.client.openResult({ account: upstream.account, handle, output, signal }),
        ),
    );
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    ports.log.warn('result-read-failed', { job: job.id });
    return { kind: 'not-this-time', detail: 'the result could not be read to its end' };
  }
}

async function stageOutput({ ports, options }: Work, opened: OpenResultOutcome): Promise<Fetched> {
  if (opened.kind === 'unavailable') return { kind: 'not-this-time', detail: opened.detail };
  const outcome = await ports.resultBlobs.stage({
    source: opened.body,
    maxBytes: options.maxResultBytes,
    expectedBytes: opened.length,
  });
  return match(outcome)
    .returnType<Fetched>()
    .with({ kind: 'staged' }, (staged) => staged)
    .with({ kind: 'empty' }, () => ({ kind: 'not-this-time', detail: 'the result is empty' }))
    .with({ kind: 'too-large' }, ({ maxBytes }) => ({
      kind: 'not-this-time',
      detail: `the result is larger than ${maxBytes} bytes`,
    }))
    .with({ kind: 'length-mismatch' }, ({ received }) => ({
      kind: 'not-this-time',
      detail: `the result ended after ${received} of ${opened.length ?? 0} announced bytes`,
    }))
    .exhaustive();
}
