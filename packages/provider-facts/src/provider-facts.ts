/** Source of a fact. */
export interface Source {
  /** The page or file, in words a reader finds it by. */
  readonly page: string;
  /** Day it was read, such as `2026-11-22`. */
  readonly read: string;
}

/** Proof by a documented error that its submission was not accepted, and the reason. */
export interface RefusalProof {
  readonly kind: RefusalKind | 'policy';
  /** Subject of the refusal: this request alone, or every request of the account, model or endpoint. */
  readonly scope: 'request' | 'account' | 'model' | 'endpoint';
  /** True if a second arrival gets the same response: then it proves nothing unless a search by its id finds nothing. */
  readonly mayBeEcho?: true;
}

/** One documented error of a provider's API. */
export interface ErrorFact {
  /** The machine code, as text. If the API has none, a name of ours. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly message: string;
  /** Fixed pause it asks for, in ms; absent = as long as the refusal lasts. */
  readonly waitMs?: number;
  /**
   * Codes it stands for, with `*` at the end for a prefix, and `*` alone for any; empty = another error stands for it;
   * absent = its own code.
   */
  readonly stands?: readonly string[];
  /** Absent = it proves nothing. */
  readonly proves?: RefusalProof;
  /** Absent = the source of the provider's errors. */
  readonly source?: Source;
}

/** Reasons for which a submission is refused before acceptance. */
export type RefusalKind =
  | 'invalid'
  | 'login'
  | 'credits'
  | 'forbidden'
  | 'rate_limited'
  | 'concurrency'
  | 'unavailable';

/** The words of a provider's API for the states of a task. */
export interface StateWords {
  readonly queued: string;
  readonly running: string;
  readonly completed: string;
  readonly failed: string;
  /** Of a task that its caller ended; absent = that of a failed one. */
  readonly canceled?: string;
  /** Of a task that its deadline ended; absent = that of one that its caller ended. */
  readonly expired?: string;
}

/** Way in which a caller that lost the response to its submission can find the task. */
export type Lookup = 'own-id' | 'list' | 'none';

/** Documented facts of a provider's API, as data for its client, the mock and tests. */
export interface ProviderFacts {
  /** Name of the API, such as `runway`. */
  readonly provider: string;
  readonly source: Source;
  readonly errors: readonly ErrorFact[];
  /** Code of the error for each reason to refuse a submission. */
  readonly refusals: { readonly [kind in RefusalKind]: string };
  /** An error in the form of the API that is not documented: it proves nothing. */
  readonly unlisted: ErrorFact;
  readonly states: StateWords;
  /** Error of a failed task, by its reason. */
  readonly failures: {
    readonly [reason in 'policy' | 'internal' | 'credits']: {
      readonly code: string;
      readonly message: string;
    };
  };
  readonly lookup: Lookup;
  /** Shortest accepted interval between two reads of an open task, in ms; absent = none is documented. */
  readonly minimumPollMs?: number;
}

/**
 * The error of a code.
 *
 * @throws Error if the provider documents no such code: a mistake in the table
 */
export function errorOf({ provider, errors }: ProviderFacts, code: string): ErrorFact {
  const found = errors.find((known) => known.code === code);
  if (found === undefined) throw new Error(`${provider} has no error with the code ${code}`);
  return found;
}
