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

/** A dispatch row: the records of one submission. */
export interface MemoryDispatch {
  readonly correlationId: string;
  /** Number of the job's submissions that the provider had refused before this try. */
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
  /** Epoch of the newest claim, or the base the epochs continue from. */
  epoch: number;
  lease: MemoryLease | null;
  /** Number of pool changes when the job was last claimed. */
  poolSeen: number;
  readonly trail: TrailStep[];
  readonly dispatches: MemoryDispatch[];
}

export interface MemoryAccount {
  readonly account: Account;
  readonly sealedSecret: string | undefined;
  /** Instant at which the newest recorded probe was started. */
  readonly probedAt: number;
  /** Credits that jobs took off the balance, minus those they gave back. */
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
  /** Connection the row was appended over. */
  readonly connection: symbol;
}

/** Everything a memory store holds: plain values, changed only inside one synchronous step. */
export interface MemoryState {
  sequence: number;
  /** Newest instant passed with a change of a job, since the clock was last set back. */
  newestReported: number;
  /** Below every epoch of a claim since the last acknowledged loss. */
  epochBase: number;
  readonly jobs: Map<string, MemoryJob>;
  /** Job id by JSON of `[scope, key]`. */
  readonly keys: Map<string, string>;
  readonly correlationIds: Set<string>;
  /** Job id by `handleClaim`. */
  readonly handles: Map<string, string>;
  /** Credits settled for jobs that were removed since, by owner. */
  readonly settledByRemoved: Map<string, number>;
  /** Number of times an owner's links were revoked. */
  readonly linkEpochs: Map<string, number>;
  /** Turn at which each owner was last given a start, as a count of starts given. */
  readonly turns: Map<string, number>;
  readonly accounts: Map<string, MemoryAccount>;
  /** Number of changes of accounts by operators or probes. */
  poolChanges: number;
  readonly circuits: Map<string, ProviderCircuit>;
  readonly users: Map<string, MemoryUser>;
  readonly sessions: Map<string, AdminSession>;
  readonly loginFailures: Map<string, readonly number[]>;
  readonly audit: AuditEntry[];
  readonly assets: Map<string, Asset>;
  /** Holdings by JSON of `[owner, sha256]`. */
  readonly holdings: Map<string, Holding>;
  readonly values: Map<string, string>;
  /** Requests in the order they were first appended. */
  readonly requests: Map<string, MemoryRequest>;
  /** Number of calls ever appended. */
  requestsSeen: number;
  /** Samples by JSON of `[at, node]`. */
  readonly samples: Map<string, OperationSample>;
  /** One entry per open connection. */
  readonly events: Set<JobListeners>;
}

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

/** Access to the data that a connection's ports share: throws `StorageUnavailable` once the connection is closed. */
export type OpenState = () => MemoryState;

/** Creates the access of one connection and the function that closes it. */
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

/** Writes a change's audit log entry; called in the synchronous step that made the change. */
export function noteAudit({ audit: log }: MemoryState, { audit }: Audited): void {
  if (audit !== undefined) log.unshift(Object.freeze({ ...audit }));
}

/** Notifies every connection of a committed change. */
export function announceJob(state: MemoryState, job: Job): void {
  for (const events of state.events) events.announce(job);
}

/** Notifies every connection that a job may be claimable earlier than before. */
export function announceWork(state: MemoryState): void {
  for (const events of state.events) events.announceWork();
}
