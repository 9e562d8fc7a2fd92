import { createHash } from 'node:crypto';
import {
  type AcceptCommand,
  type AcceptResult,
  type Asset,
  type Gateway,
  type Job,
  type JobListQuery,
  newJob,
  type OpenBlob,
  type StoreAssetCommand,
  type StoreAssetResult,
} from '@filmgate/core';

/** A gateway that keeps everything in memory and does what a test scripts. */
export interface MemoryGateway extends Gateway {
  readonly jobs: Map<string, Job>;
  readonly commands: AcceptCommand[];
  readonly uploads: StoreAssetCommand[];
  readonly opened: { open: number };
  /** The next answer of `accept`, or the fault it throws. */
  scriptAccept(next: AcceptResult | Error): void;
  scriptUpload(next: StoreAssetResult): void;
  /** Replaces a job by a changed one, frozen like a stored one. */
  change(id: string, changes: Partial<Job>): Job;
  /** Completes a job with these bytes as its video. */
  complete(id: string, bytes: Uint8Array): Job;
  /** Makes every read and write fail with this. */
  breakWith(error: Error | null): void;
}

export function createMemoryGateway(now: () => number): MemoryGateway {
  const jobs = new Map<string, Job>();
  const keys = new Map<string, { readonly id: string; readonly content: string }>();
  const videos = new Map<string, Uint8Array>();
  const commands: AcceptCommand[] = [];
  const uploads: StoreAssetCommand[] = [];
  const opened = { open: 0 };
  let nextAccept: AcceptResult | Error | null = null;
  let nextUpload: StoreAssetResult | null = null;
  let fault: Error | null = null;

  const own = ({
    id,
    owner,
    origin,
  }: {
    id: string;
    owner: string;
    origin: Job['origin'];
  }): Job | undefined => {
    const job = jobs.get(id);
    return job?.owner === owner && job.origin === origin ? job : undefined;
  };
  const change: MemoryGateway['change'] = (id, changes) => {
    const job = jobs.get(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    const next = Object.freeze({ ...job, version: job.version + 1, updatedAt: now(), ...changes });
    jobs.set(id, next);
    return next;
  };
  const throwFault = (): void => {
    if (fault !== null) throw fault;
  };

  return {
    jobs,
    commands,
    uploads,
    opened,
    change,
    scriptAccept(next) {
      nextAccept = next;
    },
    scriptUpload(next) {
      nextUpload = next;
    },
    breakWith(error) {
      fault = error;
    },
    complete(id, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      videos.set(sha256, bytes);
      return change(id, {
        state: 'completed',
        progress: 100,
        completedAt: now(),
        resultExpiresAt: now() + 7 * 24 * 3_600_000,
        result: {
          sha256,
          size: bytes.length,
          contentType: 'video/mp4',
          width: 1920,
          height: 1080,
          durationSeconds: 5,
          hasAudio: true,
        },
      });
    },
    async accept(command) {
      throwFault();
      commands.push(command);
      const scripted = nextAccept;
      nextAccept = null;
      if (scripted instanceof Error) throw scripted;
      if (scripted !== null) return scripted;
      const content = canonical(command.content);
      const name =
        command.idempotency === null
          ? null
          : `${command.idempotency.scope}\n${command.idempotency.key}`;
      const known = name === null ? undefined : keys.get(name);
      const replay = known === undefined ? undefined : jobs.get(known.id);
      if (known !== undefined && replay !== undefined) {
        return known.content === content
          ? { kind: 'replayed', job: replay }
          : { kind: 'key-conflict' };
      }
      const request = {
        ...command.draft,
        references: command.draft.references.map(({ kind, role, source }) => ({
          ...{ kind, role, sha256: '0'.repeat(64), contentType: 'image/png', size: 1 },
          assetId: source.kind === 'asset' ? source.assetId : null,
        })),
      };
      const job = newJob({ command, request, cost: 20, state: 'queued', now: now() });
      jobs.set(job.id, job);
      if (name !== null) keys.set(name, { id: job.id, content });
      return { kind: 'accepted', job };
    },
    async get(input) {
      throwFault();
      return own(input);
    },
    async list(query) {
      throwFault();
      return listJobs([...jobs.values()], query);
    },
    awaitEnd: () => Promise.reject(new Error('this surface never waits')),
    async openResult(input) {
      throwFault();
      const job = own(input);
      const bytes = job?.result === null ? undefined : videos.get(job?.result.sha256 ?? '');
      if (job?.state !== 'completed' || job.result === null || bytes === undefined)
        return { kind: 'not-found' };
      opened.open += 1;
      return {
        kind: 'opened',
        result: job.result,
        blob: blobOf(bytes, () => {
          opened.open -= 1;
        }),
      };
    },
    async storeAsset(command) {
      throwFault();
      uploads.push(command);
      const chunks: Uint8Array[] = [];
      const scripted = nextUpload;
      nextUpload = null;
      for await (const chunk of command.source) {
        chunks.push(chunk);
        if (scripted?.kind === 'too-large') return scripted;
      }
      if (scripted !== null) return scripted;
      return { kind: 'stored', asset: assetOf(Buffer.concat(chunks), command, now()) };
    },
    async check({ id }) {
      const job = jobs.get(id);
      return job === undefined
        ? { kind: 'not-found' }
        : { kind: 'checked', job, against: 'record' };
    },
    async rule({ id, outcome }) {
      const job = jobs.get(id);
      if (job === undefined) return { kind: 'not-found' };
      if (job.state !== 'outcome_unknown') return { kind: 'not-unknown', job };
      return {
        kind: 'ruled',
        job: change(id, {
          state: 'failed',
          failure: { code: `outcome_ruled_${outcome}`, message: 'Ruled.' },
        }),
      };
    },
  };
}

function listJobs(all: readonly Job[], query: JobListQuery): Awaited<ReturnType<Gateway['list']>> {
  const mine = all.filter(
    (job) =>
      (query.owner === null || job.owner === query.owner) &&
      (query.origin === null || job.origin === query.origin),
  );
  if (query.after !== null && !mine.some(({ id }) => id === query.after))
    return { kind: 'cursor-unknown' };
  const inOrder = query.order === 'oldest-first' ? mine : mine.toReversed();
  const start = query.after === null ? 0 : inOrder.findIndex(({ id }) => id === query.after) + 1;
  const fitting = inOrder
    .slice(start)
    .filter(
      (job) =>
        (query.states === null || query.states.includes(job.state)) &&
        (query.accountId === null || job.accountId === query.accountId) &&
        (query.search === null ||
          job.id === query.search ||
          job.request.prompt.toLowerCase().includes(query.search.toLowerCase())),
    );
  return {
    kind: 'page',
    jobs: fitting.slice(0, query.limit),
    hasMore: fitting.length > query.limit,
  };
}

function blobOf(bytes: Uint8Array, onClose: () => void): OpenBlob {
  return {
    size: bytes.length,
    async readInto(target, position) {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    async close() {
      onClose();
    },
  };
}

function assetOf(bytes: Uint8Array, command: StoreAssetCommand, now: number): Asset {
  return {
    id: 'as_00000000000000000000000001',
    owner: command.owner,
    kind: 'image',
    contentType: 'image/png',
    fileName: command.fileName ?? 'asset.png',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: now,
  };
}

/** JSON text with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
