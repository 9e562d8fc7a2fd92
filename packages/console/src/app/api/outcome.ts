/** What became of a request. Only the unforeseen is an exception. */
export type Outcome<T> = Answered<T> | Failed;

export interface Answered<T> {
  readonly kind: 'answered';
  readonly status: number;
  readonly value: T;
}

export type Failed =
  /** The server said no, and why. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly detail: string;
      /** The reason in one word, where the server gave one. */
      readonly code: string | null;
      readonly requestId: string | null;
      readonly retryAfterMs: number | null;
    }
  /** It answered something these pages do not understand: another version, or something in between. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly requestId: string | null }
  /** No response came. What was asked may have been done. */
  | { readonly kind: 'unreachable' };
