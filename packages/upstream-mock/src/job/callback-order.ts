/** Events reported by callbacks, in order: the job runs, has a result, has ended. */
export const callbackEvents = ['processing', 'output', 'ended'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/** Faults of callbacks [mock.callbacks.faults]. */
export const callbackFaults = ['lost', 'twice', 'late', 'bad-signature', 'before-answer'] as const;
export type CallbackFault = (typeof callbackFaults)[number];

/** Callbacks a submission asks for, kept with its job. */
export interface CallbackOrder {
  /** Valid by `callbackUrlProblem`. */
  readonly url: string;
  readonly events: readonly CallbackEvent[];
  /** URL at which the caller reached the API: prefix of absolute links to results. Empty where links are relative. */
  readonly base: string;
  /** Set at acceptance if the submission came from this machine: its ports may be called. Absent = from elsewhere. */
  readonly isLocal?: true;
}
