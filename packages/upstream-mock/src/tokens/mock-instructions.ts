import type { CallbackFault } from '../callbacks/callback-order.ts';

/** Answers to a submission that prove nothing, whatever became of it [mock.twins]. */
export const symptoms = [
  'reset',
  'hang',
  '500',
  'edge-page',
  '504',
  'garbled',
  'html-200',
  'wrong-id',
  'unlisted-code',
  'error-in-200',
  'no-id',
] as const;
export type Symptom = (typeof symptoms)[number];

/** What a submission's magic tokens ask the mock to do [mock.unknown-token]. Times in ms before scaling. */
export interface MockInstructions {
  readonly queueMs: number | null;
  readonly runMs: number | null;
  /** The job ends as failed for this reason. */
  readonly fail: 'policy' | 'internal' | 'credits' | null;
  /** Part of its charge that a failed job keeps, 0..1. */
  readonly keptCharge: number;
  /** Part of its run after which the job ends, 0..1. */
  readonly failsAfter: number;
  /** The submission becomes one job more, which its caller is not told of. */
  readonly dupAccept: boolean;
  /** From the middle of the run on, status reads say nothing new until so long after the job ended; null = they do. */
  readonly stallMs: number | null;
  /** After the middle of the run, status reads say for a while that the job waits again. */
  readonly backwards: boolean;
  /** How long status reads say of a job that failed that it completed; null = not at all. */
  readonly completedFirstMs: number | null;
  /** How long after acceptance no read finds the job any more; null = it is found for good. */
  readonly vanishMs: number | null;
  /** The submission is refused with this status, before acceptance. */
  readonly refuse: 400 | 401 | 403 | 429 | 503 | null;
  /** The submission is not accepted, and the caller is told nothing that proves it. */
  readonly refuseAs: Symptom | null;
  /** The submission is refused before acceptance with this code of the personality's own documents. */
  readonly refuseCode: string | null;
  /** The submission is accepted, and the caller is not told. */
  readonly response: Symptom | null;
  /** The seed says which of these two it is [mock.twins.random]. */
  readonly drawnAs: Symptom | null;
  /** How long after a submission a caller who is never answered has the connection reset; null = not at all. */
  readonly hangMs: number | null;
  /** A name that was given before is accepted once more, as a job of its own. */
  readonly duplicateAccepted: boolean;
  /** The first so many status reads answer 404. */
  readonly statusNotFound: number;
  /** The next so many status reads answer 500. */
  readonly pollErrors: number;
  /** The next so many status reads answer 401. */
  readonly pollLogins: number;
  /** The next so many status reads answer 429. */
  readonly pollThrottles: number;
  /** The next so many status reads answer an HTML page with 502. */
  readonly pollPages: number;
  /** The next so many status reads answer an error with status 200. */
  readonly pollErrorsIn200: number;
  /** The first so many reads of the completed job name no result. */
  readonly urlMissing: number;
  /** While running, status reads name an unknown state. */
  readonly unknownState: boolean;
  /** Part of the result that is served, 0..1; null = all of it. */
  readonly truncateTo: number | null;
  readonly htmlBody: boolean;
  readonly wrongDuration: boolean;
  readonly noMoov: boolean;
  /** The file has other pixels than were asked for. */
  readonly wrongSize: boolean;
  /** Bytes in the middle of the file are others. */
  readonly corrupt: boolean;
  /** A link to the result serves once. */
  readonly oneUse: boolean;
  /** A read of the result is redirected to another link of the mock: at the same address, or at another host name. */
  readonly redirect: 'link' | 'host' | null;
  /** It is redirected to a private address where no result is: one that the mock sees, or the one of cloud metadata. */
  readonly astray: 'private' | 'metadata' | null;
  /** Each read of the result takes so long to leave. */
  readonly dripMs: number | null;
  /** Each read of the result breaks off after so many bytes. */
  readonly cutAfter: number | null;
  /** Reads of the result announce half of what comes. */
  readonly lengthLie: boolean;
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
  /** How long after acceptance the job shows up in lists and searches; null = as the wire has it. */
  readonly listLagMs: number | null;
  /** How long a link to the result lives from the read that named it; null = as long as the result. */
  readonly linkLifeMs: number | null;
  /** How its callbacks go wrong. */
  readonly callback: CallbackFault | null;
  /** How long after what they tell of callbacks come that are late; null = after that of the end. */
  readonly callbackLateMs: number | null;
}

/** A submission without tokens asks for nothing special. */
export const noInstructions: MockInstructions = {
  queueMs: null,
  runMs: null,
  fail: null,
  keptCharge: 0,
  failsAfter: 1,
  dupAccept: false,
  stallMs: null,
  backwards: false,
  completedFirstMs: null,
  vanishMs: null,
  refuse: null,
  refuseAs: null,
  refuseCode: null,
  response: null,
  drawnAs: null,
  hangMs: null,
  duplicateAccepted: false,
  statusNotFound: 0,
  pollErrors: 0,
  pollLogins: 0,
  pollThrottles: 0,
  pollPages: 0,
  pollErrorsIn200: 0,
  urlMissing: 0,
  unknownState: false,
  truncateTo: null,
  htmlBody: false,
  wrongDuration: false,
  noMoov: false,
  wrongSize: false,
  corrupt: false,
  oneUse: false,
  redirect: null,
  astray: null,
  dripMs: null,
  cutAfter: null,
  lengthLie: false,
  resultForbidden: 0,
  resultDownMs: null,
  resultCuts: 0,
  resultGone: false,
  resultKeptMs: null,
  findable: false,
  listLagMs: null,
  linkLifeMs: null,
  callback: null,
  callbackLateMs: null,
};
