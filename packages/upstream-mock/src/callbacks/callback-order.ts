/** What a caller can be told without asking: that a job runs, that it has a result, and how it ended. In the order they happen. */
export const callbackEvents = ['processing', 'output', 'ended'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/** How the callbacks of a job go wrong [mock.callbacks.faults]. */
export const callbackFaults = ['lost', 'twice', 'late', 'bad-signature', 'before-answer'] as const;
export type CallbackFault = (typeof callbackFaults)[number];

/** What a submission asks to be told, kept with its job. */
export interface CallbackOrder {
  /** As `callbackUrlProblem` lets it pass. */
  readonly url: string;
  readonly events: readonly CallbackEvent[];
  /** URL at which the caller reached the wire: what absolute links to results begin with. Empty where links are relative. */
  readonly base: string;
  /** It came from this machine, whose ports may be called then; noted at acceptance, absent = from elsewhere. */
  readonly isLocal?: true;
}
