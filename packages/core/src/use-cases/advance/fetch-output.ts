import { match } from 'ts-pattern';
import { declineSource } from '../../blob/receive-blob.ts';
import type { ResultFault, ResultWait } from '../../job/result-fetch.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import { StorageUnavailable } from '../../ports/storage-unavailable.ts';
import type { OpenResultOutcome, ResumeResult } from '../../ports/upstream-client.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { HeadWatch } from './head-watch.ts';
import { withTimeout } from './with-timeout.ts';
import { type OpenedResult, ResultSource } from './result-source.ts';
import { upstreamOf } from './upstream-of.ts';
import type { StepContext } from './step-context.ts';

/** Reason why a result was not stored this time. */
export interface Setback {
  readonly kind: 'not-this-time';
  readonly reason: ResultWait;
  readonly detail: string;
  /** Evidence against the result itself; null without any. */
  readonly fault: ResultFault | null;
  /** Pause before the next attempt, in ms, where an attempt costs next to nothing; absent = growing pauses. */
  readonly pauseMs?: number;
}

/** Result of one attempt to copy a result. */
export type Fetched =
  | { readonly kind: 'staged'; readonly blob: StagedBlob }
  /** Too large to be copied beside the others. */
  | { readonly kind: 'no-permit' }
  | Setback;

/** Opens the result, from the beginning or from where a read of it ended. */
type Open = (signal: AbortSignal, resume?: ResumeResult) => Promise<OpenResultOutcome>;

/** Checks that the result store has room for `bytes` beside the rest of the other copies; null = of unknown size. */
export async function hasRoomFor(
  { ports, options, copyPermit }: StepContext,
  bytes: number | null,
): Promise<boolean> {
  const free = await ports.resultBlobs.freeBytes();
  const outstanding = copyPermit?.outstandingOfOthers() ?? 0;
  return free === null || free >= options.resultRoomBytes + (bytes ?? 0) + outstanding;
}

/** Copies an output into a temporary blob. Never throws for what the way to it, or the disk, does. */
export async function fetchOutput(context: StepContext, output: UpstreamOutput): Promise<Fetched> {
  const open = await opener(context, output);
  if (open === undefined) return notThisTime('account', 'the account was removed');
  const connection = new AbortController();
  const opened = await openOnce(context, () => open(connection.signal));
  if (opened === undefined) return notThisTime('host', 'the result could not be opened');
  return match(opened)
    .with({ kind: 'unavailable' }, ({ detail }) => notThisTime('host', detail))
    .with({ kind: 'not-allowed' }, ({ detail }) => notThisTime('permission', detail))
    .with({ kind: 'gone' }, ({ detail }) => notThisTime('usable-result', detail, { kind: 'gone' }))
    .with({ kind: 'opened' }, async (first) => {
      const refused = await refuseLarge(context, first);
      if (refused === null) return copy(context, { open, first, connection });
      connection.abort('refused');
      await declineSource(first.body).catch(() => undefined);
      return refused;
    })
    .exhaustive();
}

async function opener(context: StepContext, output: UpstreamOutput): Promise<Open | undefined> {
  const { job, ports, options } = context;
  const upstream = await upstreamOf(context, job.accountId);
  const { handle } = job;
  if (upstream === undefined || handle === null) return undefined;
  const { client, account } = upstream;
  return (connection, resume) =>
    withTimeout(
      { clock: ports.clock, signal: context.signal, timeoutMs: options.readTimeoutMs },
      (opening) => {
        // The body is read after it was opened: an abort of the step still ends it.
        const signal = AbortSignal.any([opening, context.signal, connection]);
        const call = { account, handle, output, signal };
        return client.openResult(resume === undefined ? call : { ...call, resume });
      },
    );
}

async function openOnce(
  { ports, job }: StepContext,
  open: () => Promise<OpenResultOutcome>,
): Promise<OpenResultOutcome | undefined> {
  try {
    return await open();
  } catch {
    ports.log.warn('result-open-failed', { job: job.id });
    return undefined;
  }
}

/** Refuses a result by its announced length, before a byte is read. */
async function refuseLarge(
  context: StepContext,
  { length }: OpenedResult,
): Promise<Fetched | null> {
  const { options, copyPermit } = context;
  if (length !== null && length > options.maxResultBytes) return tooLarge(options.maxResultBytes);
  if (!(await hasRoomFor(context, length))) return noRoom;
  const hasPermit = copyPermit?.grow(length ?? 0) ?? true;
  return hasPermit ? null : { kind: 'no-permit' };
}

/** A result whose first connection is open. */
interface BegunRead {
  readonly open: Open;
  readonly first: OpenedResult;
  /** Ends the first connection. */
  readonly connection: AbortController;
}

async function copy(
  context: StepContext,
  { open, first, connection }: BegunRead,
): Promise<Fetched> {
  const { ports, options, signal, copyPermit } = context;
  const source = new ResultSource({
    first,
    connection,
    reopen: (resume, lasting) => openOnce(context, () => open(lasting, resume)),
    clock: ports.clock,
    limits: options,
    signal,
    onReached: (bytes) => copyPermit?.reached(bytes),
  });
  const head = new HeadWatch(ports.recogniseMedia);
  try {
    const { maxResultBytes: maxBytes } = options;
    const input = { source: head.watch(source), maxBytes, expectedBytes: first.length };
    return match(await ports.resultBlobs.stage(input))
      .returnType<Fetched>()
      .with({ kind: 'staged' }, (staged) => staged)
      .with({ kind: 'empty' }, () => notThisTime('usable-result', 'the result is empty'))
      .with({ kind: 'too-large' }, () => tooLarge(maxBytes))
      .with({ kind: 'length-mismatch' }, ({ received }) =>
        notThisTime('host', `the result is longer than announced: ${received} bytes`),
      )
      .exhaustive();
  } catch (error) {
    if (error instanceof StorageUnavailable) return storeFailed(context, error);
    if (head.isForeign) return notThisTime('usable-result', 'The file is not a video or image.');
    return brokenAt(source, first);
  }
}

function brokenAt({ shortAt }: ResultSource, { length }: OpenedResult): Setback {
  if (shortAt === null) return notThisTime('host', 'the download of the result was interrupted');
  return notThisTime('host', `the result ended after ${shortAt} of ${length ?? 0} announced bytes`);
}

/** Too little room to begin, or to continue. */
export const noRoom: Setback = {
  kind: 'not-this-time',
  reason: 'space',
  detail: 'not enough free space for the result',
  fault: null,
};

/** The disk or bucket did not accept it; another fault is thrown on. */
export function storeFailed({ ports, job }: StepContext, error: unknown): Setback {
  if (!(error instanceof StorageUnavailable)) throw error;
  ports.log.error('result-store-failed', error, { job: job.id });
  return notThisTime('space', 'the result store rejected the result');
}

function tooLarge(maxBytes: number): Setback {
  return notThisTime('usable-result', `the result is larger than ${maxBytes} bytes`);
}

/** Returns the setback for a later retry, with its reason. */
export function notThisTime(
  reason: ResultWait,
  detail: string,
  fault: ResultFault | null = null,
): Setback {
  return { kind: 'not-this-time', reason, detail, fault };
}
