import type { Rot } from './stored-files.ts';

/** Faults of a history; each history has only some of them, so that no fault hides another. */
export const hazards = [
  'kill',
  'pause',
  'deploy',
  'clock-jump',
  'clock-drift',
  'nodes-apart',
  'store-refuses',
  'store-answer-lost',
  'store-outage',
  'store-goes-back',
  'slow-lines',
  'request-lost',
  'answer-lost',
  'answer-hangs',
  'answer-late',
  'answer-garbled',
  'client-throws',
  'finished-at-once',
  'refused-for-now',
  'refused-for-good',
  'login-refused',
  'work-fails',
  'work-is-slow',
  'same-handle',
  'poll-fails',
  'poll-denies',
  'search-lags',
  'search-fails',
  'result-cut',
  'result-garbled',
  'result-outage',
  'links-expire',
  'hours-go-by',
  'upkeep',
  'accounts-change',
  'limits-change',
  'keys-change',
  'results-refused',
  'small-spool',
  'denies-for-long',
  'word-changes',
  'forgets',
  'secrets-change',
  'users-erased',
  'files-rot',
  'lower-goes-back',
  'copied',
] as const;

export type Hazard = (typeof hazards)[number];

export type Act =
  | {
      readonly kind: 'create';
      readonly user: number;
      readonly key: number;
      readonly body: number;
      readonly node: number;
      /** True if it comes with the key before the user's newest one. */
      readonly isBehind: boolean;
    }
  /** With `during` only where that hazard may happen: its consequences take this time. */
  | { readonly kind: 'pass'; readonly ms: number; readonly during?: Hazard }
  /** Long enough for retention to remove jobs that ended before. */
  | { readonly kind: 'hours' }
  | { readonly kind: 'check'; readonly job: number; readonly node: number }
  | { readonly kind: 'rule'; readonly job: number; readonly node: number }
  | { readonly kind: 'kill'; readonly node: number }
  /** A kill in a quiet moment, and the time until the machine has restarted the gateway. */
  | { readonly kind: 'restart'; readonly node: number }
  | { readonly kind: 'pause'; readonly node: number; readonly ms: number }
  | { readonly kind: 'deploy'; readonly node: number }
  | { readonly kind: 'clock-jump'; readonly node: number; readonly ms: number }
  /** An administrator checks the clock of a machine, and confirms it. */
  | { readonly kind: 'confirm-clock'; readonly node: number }
  | { readonly kind: 'store-outage'; readonly ms: number }
  | { readonly kind: 'back-up' }
  | { readonly kind: 'store-goes-back'; readonly to: 'a-moment-ago' | 'the-backup' }
  | { readonly kind: 'result-outage'; readonly ms: number }
  | { readonly kind: 'upkeep'; readonly node: number }
  | { readonly kind: 'set-limit'; readonly user: number; readonly limit: number }
  | { readonly kind: 'rotate-key'; readonly user: number }
  | { readonly kind: 'allow-user'; readonly user: number; readonly enabled: boolean }
  | { readonly kind: 'allow-account'; readonly account: number; readonly enabled: boolean }
  | { readonly kind: 'set-concurrency'; readonly account: number; readonly concurrency: number }
  | { readonly kind: 'remove-account'; readonly account: number }
  | { readonly kind: 'add-account' }
  /** The provider denies everything it has. */
  | { readonly kind: 'denial'; readonly ms: number }
  /** The provider deletes ended work. */
  | { readonly kind: 'forget' }
  /** The provider is a gateway whose store is restored from a copy. */
  | { readonly kind: 'lower-goes-back'; readonly ms: number }
  /** An account gets the secret of another one, or its own again. */
  | {
      readonly kind: 'swap-secret';
      readonly account: number;
      readonly isRight: boolean;
      readonly node: number;
    }
  | { readonly kind: 'erase-user'; readonly user: number; readonly node: number }
  /** The data folder is copied, and a gateway started with the copy beside the running one. */
  | { readonly kind: 'copy'; readonly ms: number }
  | { readonly kind: 'rot'; readonly job: number; readonly how: Rot }
  | { readonly kind: 'download'; readonly job: number; readonly node: number };
