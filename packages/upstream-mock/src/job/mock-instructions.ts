import type { CallbackFault } from './callback-order.ts';

/** Responses without a provider's wording: they look alike on every API. */
export const bareSymptoms = [
  'lost',
  'hang',
  '408',
  '409',
  '413',
  '429',
  '500',
  '502',
  '503',
  '504',
  'html',
] as const;
export type BareSymptom = (typeof bareSymptoms)[number];

/** Responses to a submission that do not prove its outcome, whether it was accepted or not [mock.twins]. */
export const symptoms = [
  ...bareSymptoms,
  'garbled',
  'cut',
  'wrong-id',
  'no-id',
  'error-in-200',
  'unlisted-code',
] as const;
/** `own`: the response of a rule, which replaces one that names a job. */
export type Symptom = (typeof symptoms)[number] | 'own';

export const failReasons = ['policy', 'internal', 'credits'] as const;
export const refusedStatuses = [400, 401, 403, 429, 503] as const;
export const acceptances = ['yes', 'no', 'random'] as const;
export type Acceptance = (typeof acceptances)[number];

/** Responses to status reads that a token causes, besides those of the API for a job that it does not find. */
export const readSymptoms = [
  '401',
  '403',
  '404',
  '408',
  '409',
  '413',
  '429',
  '500',
  '502',
  '503',
  '504',
  'html',
  'garbled',
  'error-in-200',
] as const;
export type ReadSymptom = (typeof readSymptoms)[number];

/** Faults of reads that a job's tokens cause a number of times. */
export const readFaults = ['reads', 'urlMissing', 'resultForbidden', 'resultCuts'] as const;
export type ReadFault = (typeof readFaults)[number];

/** A field that is null without a token. */
const unset = <Value>(value: Value | null = null): Value | null => value;
const flag = (): boolean => false;

/** Instructions without any token. Times are in ms before scaling, shares are 0..1. */
export const noInstructions = {
  queueMs: unset<number>(),
  runMs: unset<number>(),
  /** Reason for which the job fails. */
  fail: unset<(typeof failReasons)[number]>(),
  /** Share of its charge that a failed job keeps. */
  keptCharge: 0,
  /** Share of its run after which the job ends. */
  failsAfter: 1,
  /** The submission makes an additional job, which the response does not name. */
  dupAccept: flag(),
  /** Time after the job's end until which status reads, from the middle of the run, report no change. */
  stallMs: unset<number>(),
  /** After the middle of the run, status reads report for a while that the job is queued again. */
  backwards: flag(),
  /** Time for which status reads report a failed job as completed. */
  completedFirstMs: unset<number>(),
  /** Time after acceptance from which no read finds the job. */
  vanishMs: unset<number>(),
  /** Status of a refusal before acceptance. */
  refuse: unset<(typeof refusedStatuses)[number]>(),
  /** Documented error code of a refusal before acceptance. */
  refuseCode: unset<string>(),
  /** Response that hides the outcome of the submission. */
  response: unset<Symptom>(),
  /** Outcome behind that response; null = accepted. */
  accepted: unset<Acceptance>(),
  /** Time after a submission at which a hanging connection is reset; null = never. */
  hangMs: unset<number>(),
  /** Number of bytes after which the response to a submission is cut; null = half of it. */
  cutTo: unset<number>(),
  /** A repeated id or key is accepted again, as a new job. */
  duplicateAccepted: flag(),
  /** Number of next status reads that get the response in `readsAs`. */
  reads: 0,
  readsAs: unset<ReadSymptom>(),
  /** Number of first reads of the completed job that name no result. */
  urlMissing: 0,
  /** While the job is open, status reads name an unknown state. */
  unknownState: flag(),
  /** Share of the result that is served. */
  truncateTo: unset<number>(),
  htmlBody: flag(),
  wrongDuration: flag(),
  noMoov: flag(),
  /** The file has other pixels than requested. */
  wrongSize: flag(),
  /** Bytes in the middle of the file are changed. */
  corrupt: flag(),
  /** A link to the result works once. */
  oneUse: flag(),
  /** Reads of the result are redirected to another link of the mock: at the same address, or at another host name. */
  redirect: unset<'link' | 'host'>(),
  /** Reads of the result are redirected to a private address: an SSRF canary, or that of cloud metadata. */
  astray: unset<'private' | 'metadata'>(),
  /** Duration of each read of the result. */
  dripMs: unset<number>(),
  /** Number of bytes after which each read of the result breaks off. */
  cutAfter: unset<number>(),
  /** Reads of the result announce half of their length. */
  lengthLie: flag(),
  /** Number of first result reads that return 403. */
  resultForbidden: 0,
  /** Time after the end of the job until which connections to its result are reset. */
  resultDownMs: unset<number>(),
  /** Number of first result reads that break off halfway through what is left. */
  resultCuts: 0,
  /** Reads of the result return 410. */
  resultGone: flag(),
  /** Time after the end of the job until which its status says the result is kept. */
  resultKeptMs: unset<number>(),
  /** The submission can be searched for by its correlation id, 5 s after acceptance. */
  findable: flag(),
  /** Time after acceptance at which the job appears in lists and searches; null = as the API does. */
  listLagMs: unset<number>(),
  /** Lifetime of a link to the result from the read that named it; null = that of the result. */
  linkLifeMs: unset<number>(),
  /** Fault of its callbacks. */
  callback: unset<CallbackFault>(),
  /** Delay of late callbacks after their event; null = after the one of the end. */
  callbackLateMs: unset<number>(),
};

/** Instructions of a submission's tokens [mock.unknown-token]. */
export type MockInstructions = Readonly<typeof noInstructions>;
/** Instructions of some tokens. */
export type Change = Partial<MockInstructions>;
