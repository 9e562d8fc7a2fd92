/** Result of a request. Only programming errors throw. */
export type Outcome<T> = Answered<T> | Failed;

export interface Answered<T> {
  readonly kind: 'answered';
  readonly status: number;
  readonly value: T;
}

export type Failed =
  /** The server refused the request, with a reason. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly detail: string;
      /** Error code; null when the server sent none. */
      readonly code: string | null;
      readonly requestId: string | null;
      readonly retryAfterMs: number | null;
    }
  /** A response these pages do not understand, for example from another version or from a proxy. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly requestId: string | null }
  /** No response. The server may still have executed the request. */
  | { readonly kind: 'unreachable' };
