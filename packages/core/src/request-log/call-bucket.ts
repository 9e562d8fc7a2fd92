import type { CallClass } from './call-class.ts';

/** How many calls of each class began in one stretch of time. */
export interface CallBucket {
  /** When the bucket begins, ms since 1970. */
  readonly at: number;
  readonly counts: { readonly [Class in CallClass]: number };
}
