/** What a prompt's magic tokens ask the mock to do (decisions §7). Times in ms before scaling. */
export interface MockInstructions {
  readonly queueMs: number | null;
  readonly runMs: number | null;
  /** The job ends as failed for this reason; nothing stays charged. */
  readonly fail: 'policy' | 'internal' | 'credits' | null;
  /** The submission is refused with this status, before acceptance. */
  readonly refuse: 400 | 401 | 403 | 429 | 503 | null;
  /** The submission is accepted, and the caller is not told. */
  readonly answer:
    | 'lost-response'
    | 'hang-after-accept'
    | '500-after-accept'
    | 'garbled-after-accept'
    | null;
  /** The first so many status reads answer 404. */
  readonly statusNotFound: number;
  /** The next so many status reads answer 500. */
  readonly pollErrors: number;
  /** While running, status reads name a state nobody knows. */
  readonly unknownState: boolean;
  /** Part of the result that is served, 0..1; null = all of it. */
  readonly truncateTo: number | null;
  readonly htmlBody: boolean;
  readonly wrongDuration: boolean;
  readonly noMoov: boolean;
  /** The first so many result reads answer 403. */
  readonly resultForbidden: number;
  /** For so long after the job ended the host of its result resets every connection. */
  readonly resultDownMs: number | null;
  /** The first so many result reads break off half-way through what is left. */
  readonly resultCuts: number;
  /** The result is not there: its reads answer 410. */
  readonly resultGone: boolean;
  /** How long after the job ended its status says that the result is kept. */
  readonly resultKeptMs: number | null;
  /** The submission can be searched for by its correlation id, 5 s after acceptance. */
  readonly findable: boolean;
}

/** A prompt without tokens asks for nothing special. */
export const noInstructions: MockInstructions = {
  queueMs: null,
  runMs: null,
  fail: null,
  refuse: null,
  answer: null,
  statusNotFound: 0,
  pollErrors: 0,
  unknownState: false,
  truncateTo: null,
  htmlBody: false,
  wrongDuration: false,
  noMoov: false,
  resultForbidden: 0,
  resultDownMs: null,
  resultCuts: 0,
  resultGone: false,
  resultKeptMs: null,
  findable: false,
};
