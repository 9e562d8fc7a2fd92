import type { Job } from '../job/job.ts';
import type { KeptFile } from '../job/result-fetch.ts';
import type { StagedBlob } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { fetchOutput, hasRoomFor } from './advance/fetch-output.ts';
import { askUpstream } from './advance/poll-job.ts';
import { fetchedUntil } from './advance/store-result.ts';
import type { Work } from './advance/work.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { FileLost } from './open-outcomes.ts';
import { removeVideos } from './remove-bytes.ts';

/** What becomes of a stored result whose file is missing or cut. */
export type Restoration = { readonly kind: 'restored' } | FileLost;

/** Brings lost files of completed jobs back; the jobs stay what they are. */
export interface ResultRestorer {
  /** @param detail - what is wrong with the stored file */
  restore(job: Job, file: KeptFile, detail: string): Promise<Restoration>;
}

/** How long a caller is kept waiting for its file, in ms. */
const callerWaitMs = 20_000;
/** Files fetched at once: a whole folder may be gone. */
const filesAtOnce = 2;
/** How soon a provider is asked again about one file, in ms: callers do not decide how often. */
const askAgainMs = 60_000;
/** Files whose last outcome is remembered. */
const mostRemembered = 1_000;
const retryAfterMs = 5_000;

const restoring: Restoration = { kind: 'restoring', retryAfterMs };

/** Fetches each lost file once for all who want it, a few at a time, and lets a provider that could not help rest. */
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

async function fetchAgain(work: Work, file: KeptFile): Promise<Restoration> {
  const { job, ports, options } = work;
  const polled = await askUpstream(work);
  const output = polled.kind === 'succeeded' ? polled.output : job.output;
  if (output === null) return notRestored(work, 'lost', 'its provider named no output');
  if (!(await hasRoomFor(work, file.size)))
    return notRestored(work, 'restoring', 'there is no room');
  const fetched = await fetchOutput(work, output);
  if (fetched.kind === 'staged') return keepIfSame(work, fetched.blob, file);
  if (fetched.kind === 'no-place') return restoring;
  const { detail, reason, fault } = fetched;
  const isDenied = polled.kind === 'lost' || polled.kind === 'failed' || fault?.kind === 'gone';
  const isOver = ports.clock.now() >= fetchedUntil({ ...job, output }, options);
  const isLost = isDenied || isOver || reason === 'account';
  return notRestored(work, isLost ? 'lost' : 'restoring', detail);
}

/** Only the bytes on record come back: the job says which were delivered, and every copy of them has their tag. */
async function keepIfSame(work: Work, blob: StagedBlob, file: KeptFile): Promise<Restoration> {
  const { ports, job } = work;
  try {
    if (blob.sha256 !== file.sha256)
      return notRestored(work, 'lost', 'its provider has another file in its place');
    await ports.resultBlobs.commit(blob);
  } finally {
    await ports.resultBlobs.discard(blob);
  }
  const latest = await ports.storage.reader.find(job.id);
  if (latest?.result?.sha256 !== file.sha256) {
    // Taken back or erased while it was fetched.
    await removeVideos(ports, [{ ...job, completedAt: ports.clock.now() }]);
    return { kind: 'lost' };
  }
  ports.log.warn('result-restored', { job: job.id, sha256: file.sha256, size: file.size });
  return { kind: 'restored' };
}

function notRestored(
  { ports, job }: Work,
  kind: 'lost' | 'restoring',
  detail: string,
): Restoration {
  ports.log.warn('result-not-restored', { job: job.id, is: kind, detail });
  return kind === 'lost' ? { kind } : restoring;
}
