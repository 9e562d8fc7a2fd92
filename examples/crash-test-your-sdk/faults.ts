/** What becomes of the responses to a client's submissions. The mock accepts, and charges, each of them. */
export interface Fault {
  /** Heading of a column. */
  readonly name: string;
  /** Tokens in the prompt; empty = every response arrives. */
  readonly tokens: string;
}

/** The token of a 503 after acceptance. */
const accepted503 = 'response=503';

export const faults: readonly Fault[] = [
  { name: 'no fault', tokens: '' },
  { name: 'reset once', tokens: 'lost-response@1' },
  { name: 'reset', tokens: 'lost-response' },
  // Of the mock's time, which passes twenty times faster than the client's.
  { name: 'hang', tokens: 'hang-after-accept=20s' },
  { name: '500 once', tokens: '500-after-accept@1' },
  { name: '500', tokens: '500-after-accept' },
  { name: '502', tokens: '502-after-accept' },
  { name: '503', tokens: accepted503 },
  { name: '504', tokens: '504-after-accept' },
];
