/** One call of a decorated port. */
export interface PortCall {
  /** Name given to the decorated port: `jobs`, `reader`… */
  readonly port: string;
  readonly method: string;
  /** How often this method of this port was called before. */
  readonly earlier: number;
}

/**
 * What befalls a call: nothing; a fault before the inner call, which then never happens; or a fault after it, when
 * everything was done and only the reply is lost. `applied` is what the fault claims to know.
 */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'before'; readonly applied: 'no' | 'unknown' }
  | { readonly kind: 'after' };

/** Decides about each call, and may hold it up. */
export interface FaultPlan {
  decide(call: PortCall): Fault;
  /** Waits before the call is made; a plan with a manual clock sleeps on that. Absent = no delay. */
  delay?(call: PortCall): Promise<void>;
}
