import {
  type Account,
  type AdminSession,
  type ApiUser,
  type Asset,
  type Audited,
  type AuditEntry,
  type Holding,
  type CreationClaim,
  type Job,
  type JobListeners,
  type OperationSample,
  type ProviderCircuit,
  type RequestCount,
  type RequestLogEntry,
  StorageUnavailable,
  type TrailStep,
} from '@filmgate/core';

/** A runner's lease on a job; its epoch is the job's newest. */
export interface MemoryLease {
  readonly holder: string;
  readonly until: number;
}

/** A dispatch row: what was written about one submission. */
export interface MemoryDispatch {
  readonly correlationId: string;
  /** Which try of the job it is of: submissions the upstream had refused before it. */
  readonly refusals: number;
  readonly requestDigest: string;
  readonly recordedAt: number;
  readonly sendDeadlineAt: number;
  readonly handle: string | null;
  readonly accountId: string | null;
  readonly refusal: string | null;
}

/** A job with everything that is saved beside it. */
export interface MemoryJob {
  job: Job;
  /** Order of acceptance. */
  readonly sequence: number;
  readonly claimedUnder: CreationClaim | null;
  /** Epoch of the newest claim, or what it counts on from. */
  epoch: number;
  lease: MemoryLease | null;
  /** How often the pool had been changed when the job was claimed last. */
  poolSeen: number;
  readonly trail: TrailStep[];
  readonly dispatches: MemoryDispatch[];
}

export interface MemoryAccount {
  readonly account: Account;
  readonly sealedSecret: string | undefined;
  /** When the newest probe that was noted had been asked. */
  readonly probedAt: number;
  /** Credits that jobs took off the balance, less those they gave back. */
  readonly movedCredits: number;
}

export interface MemoryUser {
  user: Omit<ApiUser, 'usage'>;
  keyDigest: string;
  totalLimit: number | null;
  requests: RequestCount;
}

/** A row of the request log. */
export interface MemoryRequest {
  readonly entry: RequestLogEntry;
  /** Order of appearance, for calls of one instant. */
  readonly sequence: number;
  /** Names the connection it was appended over. */
  readonly connection: symbol;
}

/** Everything a memory store holds: plain values, changed only inside one synchronous step. */
export interface MemoryState {
  sequence: number;
  /** The newest instant told with a change of a job, since the clock was last set back. */
  newestReported: number;
  /** Below every epoch of a claim since a loss was acknowledged last. */
  epochBase: number;
  readonly jobs: Map<string, MemoryJob>;
  /** Job id by JSON of `[scope, key]`. */
  readonly keys: Map<string, string>;
  readonly correlationIds: Set<string>;
  /** Job id by `handleClaim`. */
  readonly handles: Map<string, string>;
  /** Credits settled for jobs that were removed since, by owner. */
  readonly settledByRemoved: Map<string, number>;
  /** How often an owner's links were revoked. */
  readonly linkEpochs: Map<string, number>;
  /** When each owner was last given a start, as a count of starts given. */
  readonly turns: Map<string, number>;
  readonly accounts: Map<string, MemoryAccount>;
  /** How often an operator or a probe changed an account. */
  poolChanges: number;
  readonly circuits: Map<string, ProviderCircuit>;
  readonly users: Map<string, MemoryUser>;
  readonly sessions: Map<string, AdminSession>;
  readonly loginFailures: Map<string, readonly number[]>;
  readonly audit: AuditEntry[];
  readonly assets: Map<string, Asset>;
  /** By JSON of `[owner, sha256]`. */
  readonly holdings: Map<string, Holding>;
  readonly values: Map<string, string>;
  /** In the order they were first appended. */
  readonly requests: Map<string, MemoryRequest>;
  /** How many calls were ever appended. */
  requestsSeen: number;
  /** By JSON of `[at, node]`. */
  readonly samples: Map<string, OperationSample>;
  /** One entry per open connection. */
  readonly events: Set<JobListeners>;
}

/** An empty store. */
export function createMemoryState(): MemoryState {
  return {
    sequence: 0,
    newestReported: Number.NEGATIVE_INFINITY,
    epochBase: 0,
    jobs: new Map(),
    keys: new Map(),
    correlationIds: new Set(),
    handles: new Map(),
    settledByRemoved: new Map(),
    linkEpochs: new Map(),
    turns: new Map(),
    accounts: new Map(),
    poolChanges: 0,
    circuits: new Map(),
    users: new Map(),
    sessions: new Map(),
    loginFailures: new Map(),
    audit: [],
    assets: new Map(),
    holdings: new Map(),
    values: new Map(),
    requests: new Map(),
    requestsSeen: 0,
    samples: new Map(),
    events: new Set(),
  };
}

/** The way into the data that a connection's ports share: throws `StorageUnavailable` once the connection is closed. */
export type OpenState = () => MemoryState;

/** Makes the gate of one connection and the act that shuts it. */
export function createOpenState(state: MemoryState): {
  readonly open: OpenState;
  readonly shut: () => void;
} {
  let shut = false;
  return {
    open: () => {
      if (shut) throw new StorageUnavailable('The memory store is closed.', { applied: 'no' });
      return state;
    },
    shut: () => {
      shut = true;
    },
  };
}

/** Writes the entry a change brought; called in the synchronous step that made the change. */
export function noteAudit({ audit: log }: MemoryState, { audit }: Audited): void {
  if (audit !== undefined) log.unshift(Object.freeze({ ...audit }));
}

/** Tells every connection of a committed change. */
export function announceJob(state: MemoryState, job: Job): void {
  for (const events of state.events) events.announce(job);
}

/** Tells every connection that a job may be claimable earlier than it was. */
export function announceWork(state: MemoryState): void {
  for (const events of state.events) events.announceWork();
}
