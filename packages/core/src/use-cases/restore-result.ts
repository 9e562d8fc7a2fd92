import type { Job } from '../job/job.ts';
import type { KeptFile } from '../job/result-fetch.ts';
import type { StagedBlob } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { deliveredFileOf } from '../upstream/delivered-file.ts';
import { fetchOutput, hasRoomFor } from './advance/fetch-output.ts';
import { askUpstream } from './advance/poll-job.ts';
import { fetchedUntil } from './advance/store-result.ts';
import type { StepContext } from './advance/step-context.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { FileLost } from './open-outcomes.ts';
import { removeVideos } from './remove-bytes.ts';

/** Outcome for a stored result whose file is missing or cut. */
export type Restoration = { readonly kind: 'restored' } | FileLost;

/** Restores lost files of completed jobs; the jobs stay unchanged. */
export interface ResultRestorer {
  /** @param detail - the damage of the stored file */
  restore(job: Job, file: KeptFile, detail: string): Promise<Restoration>;
}

/** Maximum wait of a caller for its file, in ms. */
const callerWaitMs = 20_000;
/** Files fetched at once: a whole folder may be gone. */
const filesAtOnce = 2;
/** Minimum pause between queries of a provider about one file, in ms: callers do not decide how often. */
const askAgainMs = 60_000;
/** Files whose last outcome is remembered. */
const mostRemembered = 1_000;
const retryAfterMs = 5_000;

const restoring: Restoration = { kind: 'restoring', retryAfterMs };

/** Fetches each lost file once for all callers, a few at a time; pauses queries to a provider that could not help. */
export function createResultRestorer(ports: GatewayPorts, options: GatewayOptions): ResultRestorer {
  const { clock } = ports;
  const underWay = new Map<string, Promise<Restoration>>();
  const last = new Map<string, { readonly outcome: Restoration; readonly endedAt: number }>();

  const attempt = async (job: Job, file: KeptFile, detail: string): Promise<Restoration> => {
    const facts = { job: job.id, sha256: file.sha256, size: file.size };
    ports.log.error('result-file-lost', new Error(detail), facts);
    const signal = new AbortController().signal;
    const outcome = await fetchAgain({ ports, options, job, claim: null, signal }, file).catch(
      (error: unknown) => {
        ports.log.error('result-not-restored', error, facts);
        return restoring;
      },
    );
    underWay.delete(job.id);
    last.delete(job.id);
    if (outcome.kind !== 'restored') last.set(job.id, { outcome, endedAt: clock.monotonicMs() });
    const [oldest] = last.keys();
    if (last.size > mostRemembered && oldest !== undefined) last.delete(oldest);
    return outcome;
  };

  return {
    async restore(job, file, detail) {
      const known = last.get(job.id);
      if (known !== undefined && clock.monotonicMs() - known.endedAt < askAgainMs)
        return known.outcome;
      const isFull = underWay.size >= filesAtOnce && !underWay.has(job.id);
      if (isFull) return restoring;
      const fetching = underWay.get(job.id) ?? attempt(job, file, detail);
      underWay.set(job.id, fetching);
      const ended = new AbortController();
      const patience = clock.sleep(callerWaitMs, ended.signal).then(() => restoring);
      try {
        return await Promise.race([fetching, patience]);
      } finally {
        ended.abort('answered');
      }
    },
  };
}

async function fetchAgain(context: StepContext, file: KeptFile): Promise<Restoration> {
  const { job, ports, options } = context;
  if (deliveredFileOf(job.handle) !== undefined)
    return notRestored(context, 'lost', 'the provider delivered it once');
  const polled = await askUpstream(context);
  const output = polled.kind === 'succeeded' ? polled.output : job.output;
  if (output === null) return notRestored(context, 'lost', 'the provider named no output');
  if (!(await hasRoomFor(context, file.size)))
    return notRestored(context, 'restoring', 'not enough free space');
  const fetched = await fetchOutput(context, output);
  if (fetched.kind === 'staged') return keepIfSame(context, fetched.blob, file);
  if (fetched.kind === 'no-permit') return restoring;
  const { detail, reason, fault } = fetched;
  const isDenied = polled.kind === 'lost' || polled.kind === 'failed' || fault?.kind === 'gone';
  const isOver = ports.clock.now() >= fetchedUntil({ ...job, output }, options);
  const isLost = isDenied || isOver || reason === 'account';
  return notRestored(context, isLost ? 'lost' : 'restoring', detail);
}

/** Only the bytes on record are restored: the job says which were delivered, and every copy of them has their tag. */
async function keepIfSame(
  context: StepContext,
  blob: StagedBlob,
  file: KeptFile,
): Promise<Restoration> {
  const { ports, job } = context;
  try {
    if (blob.sha256 !== file.sha256)
      return notRestored(context, 'lost', 'the provider now has a different file');
    await ports.resultBlobs.commit(blob);
  } finally {
    await ports.resultBlobs.discard(blob);
  }
  const latest = await ports.storage.reader.find(job.id);
  if (latest?.result?.sha256 !== file.sha256) {
    // The video was removed or erased while it was fetched.
    await removeVideos(ports, [{ ...job, completedAt: ports.clock.now() }]);
    return { kind: 'lost' };
  }
  ports.log.warn('result-restored', { job: job.id, sha256: file.sha256, size: file.size });
  return { kind: 'restored' };
}

function notRestored(
  { ports, job }: StepContext,
  kind: 'lost' | 'restoring',
  detail: string,
): Restoration {
  ports.log.warn('result-not-restored', { job: job.id, is: kind, detail });
  return kind === 'lost' ? { kind } : restoring;
}
