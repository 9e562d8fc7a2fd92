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

/** Facts of the process and its disk for the overview. */
export interface GatewayStatus {
  readonly version: string;
  /** Instant this process began, ms since 1970. */
  readonly startedAt: number;
  /** Kind of the store, as its manifest names it. */
  readonly storeName: string;
  /** Pings the store and resolves to its response time, in ms. */
  pingMs(): Promise<number>;
  /** The last measurement; null before the first. */
  diskUse(): MeasuredDisk | null;
  /** Bytes free for results, or null if that is unknown. */
  freeBytes(): Promise<number | null>;
  /** True if free space is so low that uploads and references are refused. */
  isSpaceLow(): Promise<boolean>;
  /** Size and maximum size of the request log in bytes, and the rows this process removed because it was larger. */
  requestLog(): Promise<{
    readonly bytes: number;
    readonly maxBytes: number;
    readonly removedRows: number;
  }>;
  /** Time an unknown job keeps its slot, in ms. */
  unknownSlotMs(): number;
}

/** Bytes in use on this machine's disk; null for data that is elsewhere. */
export interface MeasuredDisk {
  readonly resultBytes: number | null;
  readonly assetBytes: number | null;
  readonly databaseBytes: number | null;
  /** Instant of the measurement, ms since 1970. */
  readonly measuredAt: number;
}

/** Policy of administrator sessions. Durations in ms. */
export interface AdminApiSettings {
  /** Idle timeout of a session. */
  readonly sessionIdleMs: number;
  /** Maximum session lifetime. */
  readonly sessionMaxMs: number;
  /**
   * Failed logins of one user from one caller (IPv4 address, or IPv6 /64) before further ones are refused unchecked.
   */
  readonly loginFailures: number;
  /** Failed logins of one caller, whatever the names, after which further ones are refused without a check. */
  readonly loginFailuresOfCaller: number;
  /** Failed logins of one IPv6 /48 after which further ones are refused without a check. */
  readonly loginFailuresOfSite: number;
  /** Time a failed login counts. */
  readonly loginWindowMs: number;
}

const minuteMs = 60_000;

/** Limits of login and administration [login.expiry]. */
export const defaultAdminApiSettings: AdminApiSettings = {
  sessionIdleMs: 30 * minuteMs,
  sessionMaxMs: 12 * 60 * minuteMs,
  loginFailures: 5,
  loginFailuresOfCaller: 20,
  loginFailuresOfSite: 100,
  loginWindowMs: 15 * minuteMs,
};

/** A new key: the key itself, shown once, and the parts of it that are kept. */
export interface NewApiKey {
  readonly key: string;
  readonly digest: string;
  /** Enough to recognise the key, never enough to use it. */
  readonly hint: string;
}

/** Values of changed settings before and after the change. */
export interface ChangedSettings {
  readonly kind: 'changed';
  readonly before: readonly SettingRecord[];
  readonly after: readonly SettingRecord[];
}

/** The settings of the gateway as an administrator sees and changes them. */
export interface GatewaySettings {
  list(): readonly SettingRecord[];
  /** Stores and applies all changes or none; they apply from the next request on. */
  change(input: {
    /** Unchecked values by short name. */
    readonly requested: { readonly [name: string]: unknown };
    /**
     * Returns true if the request would come from one of our pages under these origins: no one may lock themselves out.
     */
    readonly isOwnUnder: (ownOrigins: readonly string[]) => boolean;
    /** The entry of the audit log that is stored with the change. */
    readonly audit: (changed: Omit<ChangedSettings, 'kind'>) => AuditEntry;
  }): Promise<ChangedSettings | { readonly kind: 'refused'; readonly problems: readonly string[] }>;
}

/** The metrics of the gateway. */
export interface Metrics {
  /** Resolves to Prometheus text of this moment. */
  render(): Promise<string>;
  readonly contentType: string;
  /** Compares a token with the one for metrics in constant time; null while none is configured. */
  readonly tokenMatches: (presented: string) => boolean | 'former' | null;
}

/** The trust in the clock where something is removed for its age. */
export interface BelievedTime {
  /**
   * Returns a jump of the clock to `to` that nothing beyond `from` confirms, ms since 1970; null while it is trusted.
   */
  jump(): { readonly from: number; readonly to: number } | null;
  /** Confirms the clock, with its entry of the audit log; does nothing while the clock is trusted. */
  confirm(
    entry: (jump: { readonly from: number; readonly to: number }) => AuditEntry,
  ): Promise<unknown>;
}

/** Identity of the store, and changes it lost after acknowledging them. */
export interface StoreStatus {
  readonly kind: 'sqlite' | 'redis';
  /** Null while no loss is known; see `DataLossDetection`. */
  lost(): DataLoss | null;
  /** True if a disk of this node is full. */
  isDiskFull(): Promise<boolean>;
}

/** The parts the admin API needs from the composition root. */
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
  /** Starts an erasure and resolves to the number of jobs left; retention does the rest. */
  readonly beginErasure: (userId: string) => Promise<number>;
  readonly accounts: Pick<AccountPool, 'loads' | 'find' | 'add' | 'edit'>;
  readonly access: AdminAccess;
  /** Notified of each session that is ended; absent if nothing in this process depends on sessions. */
  readonly sessionEnds?: Pick<SessionEnds, 'announce'>;
  readonly requestLogs: Pick<RequestLogs, 'list' | 'countOverTime'>;
  readonly operationSamples: Pick<OperationSamples, 'list'>;
  readonly status: GatewayStatus;
  /** Resolves the accounts that can make a model. */
  readonly book: Router;
  /** Providers with an upstream client; the first is the default. */
  readonly providers: readonly string[];
  /** Details of each provider for an operator. */
  readonly providerDetails: () => Promise<readonly ProviderDetail[]>;
  /** Prepares a provider for its first account; throws with a sentence if it is unreachable. */
  readonly openProvider: (endpoint: string) => Promise<void>;
  /** Returns true if submissions made with one key of the provider cannot be read with another. */
  readonly handlesBelongToKey: (endpoint: string) => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly time: BelievedTime;
  readonly store: StoreStatus;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: Logger;
  /** Creates the key of an API user, which is recognised as such from then on. */
  readonly newApiKey: () => NewApiKey;
  /** Seals an account's secret for the store. */
  readonly sealSecret: (accountId: string, secret: string) => string;
  /** Removes an account from the pool, and ends the jobs that no other account can take. */
  readonly removeAccount: (id: string, audit: AuditEntry) => Promise<RemoveAccountResult>;
  /** Probes an account at its provider and records the result. */
  readonly probeAccount: (input: {
    readonly id: string;
    readonly signal: AbortSignal;
  }) => Promise<ProbeAccountResult>;
  /** Checks the administrator's name and password; takes as long for an unknown name. */
  readonly verifyPassword: (input: {
    readonly username: string;
    readonly password: string;
  }) => Promise<boolean>;
  readonly administrator: Administrator;
  readonly secondFactor: SecondFactor;
  /** 256 random bits or more, as URL-safe text. */
  readonly newSessionId: () => string;
  /** External URL of this listener; decides the cookie's name and `Secure`. */
  readonly publicUrl: () => string;
  /** External URL of the Video Task API; absent if it is not served beside this API. */
  readonly tasksUrl?: () => string;
  /** Every origin of this listener, as browsers write them [login.own-origin]. */
  readonly ownOrigins: () => readonly string[];
  readonly gatewaySettings: GatewaySettings;
  /** Served as `/metrics` beside the API; without it the route does not exist. */
  readonly metrics?: Metrics;
  /** Policy of sessions, read at each use, because an administrator may change it. */
  readonly settings?: () => Partial<AdminApiSettings>;
}
