import { createHash } from 'node:crypto';
import {
  type AcceptCommand,
  type AcceptResult,
  type Audited,
  type AwaitResult,
  type CancelJobResult,
  type Candidate,
  type CheckResult,
  defaultCatalog,
  type FileLost,
  type Gateway,
  isFinal,
  type Job,
  type JobListOutcome,
  type JobListQuery,
  type CheckActResult,
  type LookUpWorkResult,
  type ModelCatalog,
  newJob,
  type Notice,
  type NoticeOutcome,
  type OpenBlob,
  type OpenFileResult,
  type OpenResultResult,
  type OwnedJobId,
  promptMatcher,
  type ReplayResult,
  type ResolveOutcomeResult,
  searchedId,
  type StoreAssetCommand,
  type StoreAssetResult,
  type ReportedWork,
  undeliveredFile,
} from '@filmgate/core';

/** A gateway that keeps everything in memory and acts as a test scripts it. */
export class MemoryGateway implements Gateway {
  readonly jobs = new Map<string, Job>();
  readonly commands: AcceptCommand[] = [];
  readonly uploads: StoreAssetCommand[] = [];
  readonly notices: Notice[] = [];
  /** Candidates that a check shows. */
  candidates: readonly Candidate[] = [];
  /** Works the provider knows, by id. */
  readonly works = new Map<string, ReportedWork>();
  /** State of every file; null = present. */
  lost: FileLost | null = null;
  /** Number of files opened and not closed. */
  openFiles = 0;
  /** Wraps a file for its reader. */
  decorateBlob: (blob: OpenBlob) => OpenBlob = (blob) => blob;
  /** The catalog; a test may change it. */
  offered: ModelCatalog = defaultCatalog;
  readonly catalog = (): ModelCatalog => this.offered;
  readonly lostResponse = () => undefined;
  readonly #waits = new Set<() => void>();
  readonly #keys = new Map<string, { readonly id: string; readonly content: string }>();
  readonly #videos = new Map<string, Uint8Array>();
  readonly #now: () => number;
  #nextAccept: AcceptResult | Error | null = null;
  #nextUpload: StoreAssetResult | null = null;

  readonly #note: (audited: Audited) => void;

  constructor(now: () => number, note: (audited: Audited) => void = () => undefined) {
    this.#now = now;
    this.#note = note;
  }

  /** Scripts the next response of `accept`, or the fault it throws. */
  scriptAccept(next: AcceptResult | Error): void {
    this.#nextAccept = next;
  }

  scriptUpload(next: StoreAssetResult): void {
    this.#nextUpload = next;
  }

  /** Replaces a job by a changed one, frozen like a stored one. */
  change(id: string, changes: Partial<Job>): Job {
    const job = this.jobs.get(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    const { version } = job;
    const next = Object.freeze({
      ...job,
      version: version + 1,
      updatedAt: this.#now(),
      ...changes,
    });
    this.jobs.set(id, next);
    for (const look of this.#waits) look();
    return next;
  }

  /** Completes a job with these bytes as its video. */
  complete(id: string, bytes: Uint8Array): Job {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#videos.set(sha256, bytes);
    return this.change(id, {
      state: 'completed',
      progress: 100,
      completedAt: this.#now(),
      resultExpiresAt: this.#now() + 7 * 24 * 3_600_000,
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
  }

  async accept(command: AcceptCommand): Promise<AcceptResult> {
    this.commands.push(command);
    const scripted = this.#nextAccept;
    this.#nextAccept = null;
    if (scripted instanceof Error) throw scripted;
    return scripted ?? this.#known(command) ?? this.#store(command);
  }

  async checkBeforeBody(): Promise<undefined> {
    return undefined;
  }

  async replay(creation: Pick<AcceptCommand, 'idempotency' | 'content'>): Promise<ReplayResult> {
    return this.#known(creation) ?? { kind: 'key-free' };
  }

  #known({
    idempotency,
    content,
  }: Pick<AcceptCommand, 'idempotency' | 'content'>):
    | Extract<AcceptResult, { readonly kind: 'replayed' | 'key-conflict' }>
    | undefined {
    const known =
      idempotency === null || idempotency.key === null
        ? undefined
        : this.#keys.get(nameOf(idempotency));
    const job = known === undefined ? undefined : this.jobs.get(known.id);
    if (known === undefined || job === undefined) return undefined;
    return known.content === canonical(content)
      ? { kind: 'replayed', job }
      : { kind: 'key-conflict' };
  }

  /** Returns the job claimed under a key. */
  findByKey(claim: { readonly scope: string; readonly key: string }) {
    const known = this.#keys.get(nameOf(claim));
    const job = known === undefined ? undefined : this.jobs.get(known.id);
    return known === undefined || job === undefined
      ? undefined
      : { job, fingerprint: known.content };
  }

  #store(command: AcceptCommand): AcceptResult {
    const references = command.draft.references.map(({ kind, role, source }) => ({
      kind,
      role,
      assetId: source.kind === 'asset' ? source.assetId : null,
      sha256: '0'.repeat(64),
      contentType: 'image/png',
      size: 1,
    }));
    const request = { ...command.draft, references };
    const job = newJob({ command, request, price: 20, state: 'queued', now: this.#now() });
    this.jobs.set(job.id, job);
    const { idempotency } = command;
    if (idempotency !== null && idempotency.key !== null) {
      this.#keys.set(nameOf(idempotency), { id: job.id, content: canonical(command.content) });
    }
    return { kind: 'accepted', job };
  }

  async get({ id, owner, surface }: OwnedJobId): Promise<Job | undefined> {
    const job = this.jobs.get(id);
    return job?.owner === owner && job.surface === surface ? job : undefined;
  }

  async historyId(): Promise<string> {
    return 'history-1';
  }

  async list(query: JobListQuery): Promise<JobListOutcome> {
    return listJobs([...this.jobs.values()], query);
  }

  /** Resolves when the job ends, or when the caller's signal aborts; the clock does not move here. */
  awaitEnd({ id, signal }: Parameters<Gateway['awaitEnd']>[0]): Promise<AwaitResult> {
    const { promise, resolve } = Promise.withResolvers<AwaitResult>();
    const look = (): void => {
      const job = this.jobs.get(id);
      if (job === undefined) resolve({ kind: 'not-found' });
      else if (isFinal(job.state)) resolve({ kind: 'ended', job });
      else if (signal.aborted) resolve({ kind: 'still-running', job });
    };
    this.#waits.add(look);
    signal.addEventListener('abort', look, { once: true });
    look();
    return promise.finally(() => this.#waits.delete(look));
  }

  async openResult(input: OwnedJobId): Promise<OpenResultResult> {
    const job = await this.get(input);
    if (job?.state !== 'completed' || job.result === null) return { kind: 'not-found' };
    if (this.lost !== null) return this.lost;
    const bytes = this.#videos.get(job.result.sha256);
    if (bytes === undefined) return { kind: 'not-found' };
    this.openFiles += 1;
    return { kind: 'opened', result: job.result, blob: this.decorateBlob(this.#blobOf(bytes)) };
  }

  async openFile({ id }: Pick<OwnedJobId, 'id'>): Promise<OpenFileResult> {
    const job = this.jobs.get(id);
    const file = job === undefined ? null : (job.result ?? undeliveredFile(job));
    if (file !== null && this.lost !== null) return this.lost;
    const bytes = file === null ? undefined : this.#videos.get(file.sha256);
    if (file === null || bytes === undefined) return { kind: 'not-found' };
    this.openFiles += 1;
    return { kind: 'opened', file, blob: this.decorateBlob(this.#blobOf(bytes)) };
  }

  #blobOf(bytes: Uint8Array): OpenBlob {
    return {
      size: bytes.length,
      readInto: async (target, position) => {
        const part = bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      },
      close: async () => {
        this.openFiles -= 1;
      },
    };
  }

  async storeAsset(command: StoreAssetCommand): Promise<StoreAssetResult> {
    this.uploads.push(command);
    const scripted = this.#nextUpload;
    this.#nextUpload = null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of command.source) {
      chunks.push(chunk);
      if (scripted?.kind === 'too-large') return scripted;
    }
    return scripted ?? storedAsset(Buffer.concat(chunks), command, this.#now());
  }

  async check({ id }: { readonly id: string }): Promise<CheckResult> {
    const job = this.jobs.get(id);
    return job === undefined
      ? { kind: 'not-found' }
      : { kind: 'checked', job, against: 'record', candidates: this.candidates };
  }

  async removeResult({
    id,
  }: Parameters<Gateway['removeResult']>[0]): ReturnType<Gateway['removeResult']> {
    const job = this.jobs.get(id);
    if (job === undefined) return { kind: 'not-found' };
    if (job.result === null) return { kind: 'no-result', job };
    return { kind: 'removed', job: this.change(id, { result: null }) };
  }

  async noteNotice(notice: Notice): Promise<NoticeOutcome> {
    this.notices.push(notice);
    return { kind: 'noted' };
  }

  async cancel({ id, ...audited }: Parameters<Gateway['cancel']>[0]): Promise<CancelJobResult> {
    const job = this.jobs.get(id);
    if (job === undefined) return { kind: 'not-found' };
    if (job.state !== 'queued') return { kind: 'maybe-sent', job };
    const failure = { code: 'cancelled_by_operator', message: 'Cancelled.' } as const;
    this.#note(audited);
    return { kind: 'cancelled', job: this.change(id, { state: 'failed', failure }) };
  }

  async checkAct({ id, act }: Parameters<Gateway['checkAct']>[0]): Promise<CheckActResult> {
    const job = this.jobs.get(id);
    if (job === undefined) return { kind: 'not-found' };
    const { state } = job;
    const obstacles = {
      check: state === 'submitted' || state === 'outcome_unknown' ? null : 'nothing-to-ask',
      cancel: state === 'queued' ? null : 'maybe-sent',
      resolve: state === 'outcome_unknown' ? null : 'not-unknown',
    } as const;
    return { kind: 'checked', job, obstacle: obstacles[act] };
  }

  async lookUpWork({
    id,
    upstreamId,
    accountId,
  }: Parameters<Gateway['lookUpWork']>[0]): Promise<LookUpWorkResult> {
    const job = this.jobs.get(id);
    if (job === undefined) return { kind: 'not-found' };
    if (job.state !== 'outcome_unknown') return { kind: 'not-unknown', job };
    const work = this.works.get(upstreamId);
    if (work === undefined) return { kind: 'not-adoptable', refusal: { kind: 'not-known' } };
    const account = { accountId: accountId ?? 'none', sentBetween: { from: 0, to: 10_000 } };
    return { kind: 'seen', job, seen: { ...account, standing: 'pending', usage: null, work } };
  }

  async resolve(input: Parameters<Gateway['resolve']>[0]): Promise<ResolveOutcomeResult> {
    const { id, outcome } = input;
    const job = this.jobs.get(id);
    if (job === undefined) return { kind: 'not-found' };
    if (job.state !== 'outcome_unknown') return { kind: 'not-unknown', job };
    if (outcome === 'found') {
      const looked = await this.lookUpWork(input);
      if (looked.kind !== 'seen') return looked;
      this.#note(input);
      return { kind: 'resolved', job: this.change(id, { state: 'submitted' }) };
    }
    const failure = { code: `outcome_ruled_${outcome}`, message: 'Ruled.' } as const;
    this.#note(input);
    return { kind: 'resolved', job: this.change(id, { state: 'failed', failure }) };
  }
}

function nameOf({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope}\n${key}`;
}

function listJobs(all: readonly Job[], query: JobListQuery): JobListOutcome {
  const mine = all.filter(
    ({ owner, surface }) =>
      (query.owner === null || owner === query.owner) &&
      (query.surface === null || surface === query.surface),
  );
  const inOrder = query.order === 'oldest-first' ? mine : mine.toReversed();
  const start = query.after === null ? 0 : inOrder.findIndex(({ id }) => id === query.after) + 1;
  if (query.after !== null && start === 0) return { kind: 'cursor-unknown' };
  const found = inOrder.slice(start).filter((job) => fits(job, query));
  return { kind: 'page', jobs: found.slice(0, query.limit), hasMore: found.length > query.limit };
}

function fits(job: Job, { states, models, accountId, search }: JobListQuery): boolean {
  if (states !== null && !states.includes(job.state)) return false;
  if (accountId !== null && job.accountId !== accountId) return false;
  if (models !== null && !models.includes(job.request.model)) return false;
  if (search === null || job.id === searchedId(search)) return true;
  return promptMatcher(search)(job.request.prompt);
}

function storedAsset(bytes: Buffer, command: StoreAssetCommand, now: number): StoreAssetResult {
  return {
    kind: 'stored',
    asset: {
      id: 'as_00000000000000000000000001',
      owner: command.owner,
      kind: 'image',
      contentType: 'image/png',
      fileName: command.fileName ?? 'asset.png',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: now,
    },
  };
}

/** Returns JSON text with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
