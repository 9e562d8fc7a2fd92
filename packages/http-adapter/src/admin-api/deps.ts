import type {
  AccountPool,
  AdminAccess,
  ApiUsers,
  Clock,
  Digest,
  EventLog,
  Gateway,
  IdSource,
  JobReader,
  ModelCatalog,
  ProbeAccountResult,
} from '@filmgate/core';
import type { AdminApiSettings } from './settings.ts';

/** A key just made: the key itself, shown once, and what is kept of it. */
export interface NewApiKey {
  readonly key: string;
  readonly digest: string;
  /** Enough to recognise the key, never enough to use it. */
  readonly hint: string;
}

/** What the admin API needs from the composition root. */
export interface AdminApiDeps {
  readonly gateway: Pick<Gateway, 'list' | 'check' | 'rule'>;
  readonly jobs: Pick<JobReader, 'find' | 'trail' | 'dispatches'>;
  readonly apiUsers: Pick<ApiUsers, 'create' | 'edit' | 'rotate' | 'find' | 'list'>;
  readonly accounts: Pick<AccountPool, 'loads' | 'find' | 'add' | 'edit' | 'remove'>;
  readonly access: AdminAccess;
  readonly catalog: ModelCatalog;
  /** Providers an upstream client exists for; the first is meant where none is named. */
  readonly providers: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly log: EventLog;
  /** Makes the key of an API user. */
  readonly newApiKey: () => NewApiKey;
  /** Seals an account's secret for the store. */
  readonly sealSecret: (accountId: string, secret: string) => string;
  /** Looks at an account at its upstream and notes what it says. */
  readonly probeAccount: (input: {
    readonly id: string;
    readonly signal: AbortSignal;
  }) => Promise<ProbeAccountResult>;
  /** Whether these are the administrator's; takes as long for a name nobody has. */
  readonly verifyPassword: (input: {
    readonly username: string;
    readonly password: string;
  }) => Promise<boolean>;
  /** 256 random bits or more, as URL-safe text. */
  readonly newSessionId: () => string;
  /** Where this listener is reached from outside; decides the cookie's name and `Secure`. */
  readonly publicUrl: () => string;
  /** Every origin this listener is reached under, as browsers write them (decisions §5 Login). */
  readonly ownOrigins: () => readonly string[];
  /** Read at each use, since an administrator may change them. */
  readonly settings?: () => Partial<AdminApiSettings>;
}
