import type { CallbackFault } from './callback-order.ts';

/** Responses to a submission that prove nothing, whether it was accepted or not [mock.twins]. */
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

/** Symptoms without a provider's wording: they look alike on every API. */
export const bareSymptoms = ['reset', 'hang', '500', 'edge-page', '504', 'html-200'] as const;
export type BareSymptom = (typeof bareSymptoms)[number] & Symptom;

/** Faults of reads that a job's tokens cause a number of times. */
export type ReadFault = (typeof readFaults)[number];

export const readFaults = [
  'statusNotFound',
  'pollErrors',
  'pollLogins',
  'pollThrottles',
  'pollPages',
  'pollErrorsIn200',
  'urlMissing',
  'resultForbidden',
  'resultCuts',
] as const;

/** Instructions of a submission's tokens [mock.unknown-token]. Times in ms before scaling. */
export interface MockInstructions {
  readonly queueMs: number | null;
  readonly runMs: number | null;
  /** Reason for which the job fails. */
  readonly fail: 'policy' | 'internal' | 'credits' | null;
  /** Share of its charge that a failed job keeps, 0..1. */
  readonly keptCharge: number;
  /** Share of its run after which the job ends, 0..1. */
  readonly failsAfter: number;
  /** The submission makes an additional job, which the response does not name. */
  readonly dupAccept: boolean;
  /** Time after the job's end until which status reads, from the middle of the run, report no change; null = never. */
  readonly stallMs: number | null;
  /** After the middle of the run, status reads report for a while that the job is queued again. */
  readonly backwards: boolean;
  /** Time for which status reads report a failed job as completed; null = never. */
  readonly completedFirstMs: number | null;
  /** Time after acceptance from which no read finds the job; null = never. */
  readonly vanishMs: number | null;
  /** Status of a refusal before acceptance. */
  readonly refuse: 400 | 401 | 403 | 429 | 503 | null;
  /** Response to a submission that is not accepted, which does not prove that. */
  readonly refuseAs: Symptom | null;
  /** Documented error code of a refusal before acceptance. */
  readonly refuseCode: string | null;
  /** Response to a submission that is accepted, which does not show that. */
  readonly response: Symptom | null;
  /** Response to a submission whose acceptance the seed decides [mock.twins.random]. */
  readonly drawnAs: Symptom | null;
  /** Time after a submission at which the connection of an unanswered caller is reset; null = never. */
  readonly hangMs: number | null;
  /** A repeated id or key is accepted again, as a new job. */
  readonly duplicateAccepted: boolean;
  /** Number of first status reads that return 404. */
  readonly statusNotFound: number;
  /** Number of next status reads that return 500. */
  readonly pollErrors: number;
  /** Number of next status reads that return 401. */
  readonly pollLogins: number;
  /** Number of next status reads that return 429. */
  readonly pollThrottles: number;
  /** Number of next status reads that return an HTML page with 502. */
  readonly pollPages: number;
  /** Number of next status reads that return an error with status 200. */
  readonly pollErrorsIn200: number;
  /** Number of first reads of the completed job that name no result. */
  readonly urlMissing: number;
  /** While running, status reads name an unknown state. */
  readonly unknownState: boolean;
  /** Share of the result that is served, 0..1; null = all of it. */
  readonly truncateTo: number | null;
  readonly htmlBody: boolean;
  readonly wrongDuration: boolean;
  readonly noMoov: boolean;
  /** The file has other pixels than requested. */
  readonly wrongSize: boolean;
  /** Bytes in the middle of the file are changed. */
  readonly corrupt: boolean;
  /** A link to the result works once. */
  readonly oneUse: boolean;
  /** A read of the result is redirected to another link of the mock: at the same address, or at another host name. */
  readonly redirect: 'link' | 'host' | null;
  /** A read of the result is redirected to a private address without it: an SSRF canary, or that of cloud metadata. */
  readonly astray: 'private' | 'metadata' | null;
  /** Duration of each read of the result. */
  readonly dripMs: number | null;
  /** Number of bytes after which each read of the result breaks off. */
  readonly cutAfter: number | null;
  /** Reads of the result announce half of their length. */
  readonly lengthLie: boolean;
  /** Number of first result reads that return 403. */
  readonly resultForbidden: number;
  /** Time after the end of the job until which connections to its result are reset. */
  readonly resultDownMs: number | null;
  /** Number of first result reads that break off halfway through what is left. */
  readonly resultCuts: number;
  /** Reads of the result return 410. */
  readonly resultGone: boolean;
  /** Time after the end of the job until which its status says the result is kept. */
  readonly resultKeptMs: number | null;
  /** The submission can be searched for by its correlation id, 5 s after acceptance. */
  readonly findable: boolean;
  /** Time after acceptance at which the job appears in lists and searches; null = as the API does. */
  readonly listLagMs: number | null;
  /** Lifetime of a link to the result from the read that named it; null = that of the result. */
  readonly linkLifeMs: number | null;
  /** Fault of its callbacks. */
  readonly callback: CallbackFault | null;
  /** Delay of late callbacks after their event; null = after the one of the end. */
  readonly callbackLateMs: number | null;
}

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
