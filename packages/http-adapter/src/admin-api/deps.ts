import type {
  AccountPool,
  AdminAccess,
  ApiUsers,
  AuditEntry,
  Clock,
  Digest,
  Gateway,
  IdSource,
  JobReader,
  Logger,
  DataLoss,
  OperationSamples,
  ProbeAccountResult,
  RemoveAccountResult,
  RequestLogs,
  Router,
} from '@filmgate/core';
import type { SessionEnds } from '../http/session-guard.ts';
import type { Administrator, SecondFactor } from './administrator.ts';
import type { ProviderDetail } from './schemas/account-options.ts';
import type { SettingRecord } from './schemas/setting.ts';

/** What the overview says of the process and its disk. */
export interface GatewayStatus {
  readonly version: string;
  /** When this process began, ms since 1970. */
  readonly startedAt: number;
  /** Kind of the store, as its manifest has it. */
  readonly storeName: string;
  /** Asks the store whether it answers, and says how long that took, in ms. */
  pingMs(): Promise<number>;
  /** What was measured last; null before that. */
  diskUse(): MeasuredDisk | null;
  /** Bytes free for results, or null when that cannot be told. */
  freeBytes(): Promise<number | null>;
  /** Whether so little is free that uploads and references are refused. */
  isSpaceLow(): Promise<boolean>;
  /** What the request log takes and may take, in bytes, and how many rows this process removed because it took more. */
  requestLog(): Promise<{
    readonly bytes: number;
    readonly maxBytes: number;
    readonly removedRows: number;
  }>;
  /** How long an unknown job keeps its slot, in ms. */
  unknownSlotMs(): number;
}

/** Bytes in use on this machine's disk; null for what does not lie on it. */
export interface MeasuredDisk {
  readonly resultBytes: number | null;
  readonly assetBytes: number | null;
  readonly databaseBytes: number | null;
  /** When it was measured, ms since 1970. */
  readonly measuredAt: number;
}

/** Policy of administrator sessions. Durations in ms. */
export interface AdminApiSettings {
  /** How long a session may rest. */
  readonly sessionIdleMs: number;
  /** How long a session lasts at most. */
  readonly sessionMaxMs: number;
  /** Failed logins of one user from one caller (an IPv4 address, or an IPv6 /64) after which the next is refused unseen. */
  readonly loginFailures: number;
  /** The same of one caller, whatever the names. */
  readonly loginFailuresOfCaller: number;
  /** The same of one IPv6 /48. */
  readonly loginFailuresOfSite: number;
  /** How long a failed login counts. */
  readonly loginWindowMs: number;
}

const minuteMs = 60_000;

/** Bounds of login and administration [login.expiry]. */
export const defaultAdminApiSettings: AdminApiSettings = {
  sessionIdleMs: 30 * minuteMs,
  sessionMaxMs: 12 * 60 * minuteMs,
  loginFailures: 5,
  loginFailuresOfCaller: 20,
  loginFailuresOfSite: 100,
  loginWindowMs: 15 * minuteMs,
};

/** A key just made: the key itself, shown once, and what is kept of it. */
export interface NewApiKey {
  readonly key: string;
  readonly digest: string;
  /** Enough to recognise the key, never enough to use it. */
  readonly hint: string;
}

/** What changed settings were, and what they are now. */
export interface ChangedSettings {
  readonly kind: 'changed';
  readonly before: readonly SettingRecord[];
  readonly after: readonly SettingRecord[];
}

/** The settings of the gateway as an administrator sees and changes them. */
export interface GatewaySettings {
  list(): readonly SettingRecord[];
  /** Stores and applies all changes or none; they hold for the next request. */
  change(input: {
    /** Unchecked values by short name. */
    readonly requested: { readonly [name: string]: unknown };
    /** Whether the request would be one of our own pages under these origins: an administrator must not lock themselves out. */
    readonly isOwnUnder: (ownOrigins: readonly string[]) => boolean;
    /** The entry of the audit log that is stored with the change. */
    readonly audit: (changed: Omit<ChangedSettings, 'kind'>) => AuditEntry;
  }): Promise<ChangedSettings | { readonly kind: 'refused'; readonly problems: readonly string[] }>;
}

/** The metrics of the gateway. */
export interface Metrics {
  /** Prometheus text of this moment. */
  render(): Promise<string>;
  readonly contentType: string;
  /** Whether a token is the one for metrics, compared in constant time; null while none is configured. */
  readonly tokenMatches: (presented: string) => boolean | 'former' | null;
}

/** Whether the clock is believed where something is removed for its age. */
export interface BelievedTime {
  /** The clock says `to`, and nothing else speaks for more than `from`, ms since 1970; null while it is believed. */
  jump(): { readonly from: number; readonly to: number } | null;
  /** Takes the clock for right, with its entry of the audit log; nothing happens while it is believed. */
  confirm(
    entry: (jump: { readonly from: number; readonly to: number }) => AuditEntry,
  ): Promise<unknown>;
}

/** Which store there is, and whether it lost what it had answered. */
export interface StoreStatus {
  readonly kind: 'sqlite' | 'redis';
  /** Null while nothing is known to be lost; see `DataLossDetection`. */
  lost(): DataLoss | null;
  /** Whether a disk of this node has no room left at all. */
  isDiskFull(): Promise<boolean>;
}

/** What the admin API needs from the composition root. */
export interface AdminApiDeps {
  readonly gateway: Pick<
    Gateway,
    | 'catalog'
    | 'list'
    | 'checkAct'
    | 'cancel'
    | 'check'
    | 'lookUpWork'
    | 'resolve'
    | 'openFile'
    | 'removeResult'
  >;
  readonly jobs: Pick<JobReader, 'find' | 'trail' | 'dispatches' | 'depth' | 'unreadable'>;
  readonly apiUsers: Pick<
    ApiUsers,
    'create' | 'edit' | 'rotate' | 'find' | 'list' | 'erase' | 'revokeLinks'
  >;
  /** Begins with what an erasure has to do, and says how many jobs are left; retention does the rest. */
  readonly beginErasure: (userId: string) => Promise<number>;
  readonly accounts: Pick<AccountPool, 'loads' | 'find' | 'add' | 'edit'>;
  readonly access: AdminAccess;
  /** Told of each session that is ended; absent where nothing in this process lives by one. */
  readonly sessionEnds?: Pick<SessionEnds, 'announce'>;
  readonly requestLogs: Pick<RequestLogs, 'list' | 'countOverTime'>;
  readonly operationSamples: Pick<OperationSamples, 'list'>;
  readonly status: GatewayStatus;
  /** Who could make what. */
  readonly book: Router;
  /** Providers an upstream client exists for; the first is meant where none is named. */
  readonly providers: readonly string[];
  /** What an operator should know of each of them. */
  readonly providerDetails: () => Promise<readonly ProviderDetail[]>;
  /** Makes a provider ready for its first account; throws with a sentence when it cannot be spoken to. */
  readonly openProvider: (endpoint: string) => Promise<void>;
  /** Whether what one key of it submitted cannot be read with another. */
  readonly handlesBelongToKey: (endpoint: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly time: BelievedTime;
  readonly store: StoreStatus;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** Makes the key of an API user, which is known as one from then on. */
  readonly newApiKey: () => NewApiKey;
  /** Seals an account's secret for the store. */
  readonly sealSecret: (accountId: string, secret: string) => string;
  /** Takes an account out of the pool, and ends the jobs that can go nowhere else. */
  readonly removeAccount: (id: string, audit: AuditEntry) => Promise<RemoveAccountResult>;
  /** Looks at an account at its upstream and notes what it says. */
  readonly probeAccount: (input: {
    readonly id: string;
    readonly signal: AbortSignal;
  }) => Promise<ProbeAccountResult>;
  /** Whether these are the administrator's; takes as long for an unknown name. */
  readonly verifyPassword: (input: {
    readonly username: string;
    readonly password: string;
  }) => Promise<boolean>;
  readonly administrator: Administrator;
  readonly secondFactor: SecondFactor;
  /** 256 random bits or more, as URL-safe text. */
  readonly newSessionId: () => string;
  /** Where this listener is reached from outside; decides the cookie's name and `Secure`. */
  readonly publicUrl: () => string;
  /** Where the Video Task API is reached from outside; absent where it is not served beside this API. */
  readonly tasksUrl?: () => string;
  /** Every origin this listener is reached under, as browsers write them [login.own-origin]. */
  readonly ownOrigins: () => readonly string[];
  readonly gatewaySettings: GatewaySettings;
  /** Served as `/metrics` beside the API; no such route when absent. */
  readonly metrics?: Metrics;
  /** Policy of sessions, read at each use, since an administrator may change it. */
  readonly settings?: () => Partial<AdminApiSettings>;
}
