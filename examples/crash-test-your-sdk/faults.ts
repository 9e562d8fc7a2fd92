/** Faults of the responses to a client's submissions, each of which the mock accepts and charges. */
export interface Fault {
  /** Heading of a column. */
  readonly name: string;
  /** Tokens in the prompt; empty = every response arrives. */
  readonly tokens: string;
}

export const faults: readonly Fault[] = [
  { name: 'no fault', tokens: '' },
  { name: 'reset once', tokens: 'lost-response@1' },
  { name: 'reset', tokens: 'lost-response' },
  // Of the mock's time, which passes twenty times faster than the client's.
  { name: 'hang', tokens: 'response=hang:20s' },
  { name: '500 once', tokens: 'response=500@1' },
  { name: '500', tokens: 'response=500' },
  { name: '502', tokens: 'response=502' },
  { name: '503', tokens: 'response=503' },
  { name: '504', tokens: 'response=504' },
];
