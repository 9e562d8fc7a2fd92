import type { ProviderReply } from '../http/provider-request.ts';
import type { CallbackEvent } from '../job/callback-order.ts';
import type { Ruling } from './ruling.ts';
import type { MockJob, MockJobState } from '../job/mock-job.ts';
import type { PollTally } from './poll-tally.ts';

/** Operations of a provider. */
export const exchangeOps = [
  'submit',
  'status',
  'result',
  'search',
  'list',
  'cancel',
  'callback',
  'account',
  'other',
] as const;
export type ExchangeOp = (typeof exchangeOps)[number];

/** An operation that changes a job says more about a request than a lookup on the way. */
export const operationStrength: { readonly [Op in ExchangeOp]: number } = {
  other: 0,
  account: 1,
  list: 1,
  search: 2,
  status: 3,
  result: 4,
  cancel: 5,
  callback: 5,
  submit: 6,
};

/** Outcome of a submission. `repeated`: answered with its key's earlier job; `unknown`: recorded, without proof. */
export type SubmissionTruth = 'accepted' | 'repeated' | 'refused' | 'lost' | 'unknown';

/** Headers that identify a client and its automatic retries. */
export interface ClientSigns {
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
  /** `x-stainless-retry-count`: 0 for the client's first attempt. */
  readonly retryCount: string | null;
}

/** A request in a form that may be kept: without its credential and query values. */
export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  /** Names of the query parameters. */
  readonly query: readonly string[];
  /** Name of its API. */
  readonly wire: string;
  readonly client: ClientSigns;
  /** True if its path or a query value is a credential. */
  readonly hasKeyInUrl: boolean;
  /** True if a header contains one. */
  readonly hasCredential: boolean;
  /** True if the caller is on this machine. */
  readonly isLocal: boolean;
}

/** Outcomes of a delivery. */
export const callbackOutcomes = [
  'taken',
  'refused',
  'unanswered',
  'lost',
  'late',
  'withheld',
] as const;

/** Response the caller got; `fault` is an exception inside the mock. */
export type Reported =
  | { readonly kind: 'response'; readonly status: number; readonly bytes: number }
  | { readonly kind: 'reset' | 'hang' | 'fault' }
  /** Delivery of a callback. */
  | {
      readonly kind: 'callback';
      readonly event: CallbackEvent;
      readonly message_id: string;
      /** Number of the delivery, from 1. */
      readonly try: number;
      /** Reported state of the job. */
      readonly says: MockJobState;
      /** True if it is forged, with a bad signature. */
      readonly forged: boolean;
      /** Not sent: `lost` on purpose, delayed by a rule as `late`, `withheld` from a host that may not be called. */
      readonly outcome: (typeof callbackOutcomes)[number];
      /** Status of the receiver's response; null without one. */
      readonly status: number | null;
    };

/** End of the response: sent completely, cut or reset by the mock, or the caller had disconnected. */
export type ExchangeEnd = 'sent' | 'cut' | 'reset' | 'left';

/** A request during and after its handling. Handlers record its subject here. */
export interface Exchange {
  /** Counts from 1 in order of arrival. */
  readonly id: number;
  /** By the mock's clock, ms since 1970. */
  readonly at: number;
  /** By the real clock. */
  readonly realAt: number;
  readonly request: RequestFacts;
  /** Number of changes of account settings at that time. */
  readonly settings: number;
  /** Failed jobs of its account by then, which give credits back; null unless refused for lack of credits. */
  failedJobs: number | null;
  /** True for a submission that would be refused again, whatever the status is by which the API says so. */
  isRefusedForGood: boolean;
  op: ExchangeOp;
  /** Name of its route on the API; null until the API has found it. */
  route: string | null;
  /** Jobs it read; for a submission, the one accepted or repeated. */
  jobs: readonly string[];
  /** The submission, if it is one. */
  attempt: Attempt | null;
  /** Decision of the rules; null if they were not evaluated. */
  ruling: Ruling | null;
  /** True for a status read disturbed by a token of its job. */
  isDisturbed: boolean;
  /** Wait requested by the response, in ms of the mock's clock. */
  waitMs: number | null;
  /** True if the response contains a file to its end, so that only its delivery is open. */
  reachesEnd: boolean;
  /** True if the response, sent completely, leaves its caller with other bytes than those of the file. */
  hasBadBytes: boolean;
  /** Kept text of the bodies, at most 64 kB each; null without one, or when the journal has dropped it. */
  requestBody: string | null;
  responseBody: string | null;
  reported: Reported | null;
  /** True state of the job of a callback. */
  truth?: MockJobState;
  end: ExchangeEnd | null;
  /** Id of the latest exchange when it ended: later ones could know its response. Null until it has ended. */
  endedAfter: number | null;
}

/** An exchange whose handling begins. */
export function newExchange(
  given: Pick<Exchange, 'id' | 'at' | 'realAt' | 'request' | 'settings'>,
): Exchange {
  return {
    ...given,
    failedJobs: null,
    isRefusedForGood: false,
    op: 'other',
    route: null,
    jobs: [],
    attempt: null,
    ruling: null,
    isDisturbed: false,
    waitMs: null,
    reachesEnd: false,
    hasBadBytes: false,
    requestBody: null,
    responseBody: null,
    reported: null,
    end: null,
    endedAfter: null,
  };
}

/** Returns true if the caller of the later exchange had the complete response to the earlier one. */
export function wasReported(
  earlier: Pick<Exchange, 'end' | 'endedAfter'>,
  later: Pick<Exchange, 'id'>,
): boolean {
  const { end, endedAfter } = earlier;
  return end === 'sent' && endedAfter !== null && endedAfter < later.id;
}

/** Meaning of the response to a submission: accepted, proof that nothing was accepted, or neither. */
export type ResponseMeaning = 'accepted' | 'refused' | 'nothing';

/** One submission of a logical key, with its caller's later actions. One flat object: there are as many as jobs. */
export interface Attempt {
  /** Id of its exchange; 0 if it was before the process began. */
  readonly entry: number;
  /** 1 for the first submission of its key. */
  readonly number: number;
  readonly key: string;
  /** The previous submission of this key; null for the first. */
  readonly earlier: Attempt | null;
  /** Account key. */
  readonly account: string;
  /** Digest of the requested content, without ids and account. */
  readonly content: string;
  readonly truth: SubmissionTruth;
  /** The job that was accepted or repeated, in its current form: it changes if its caller ends it early. */
  job: MockJob | null;
  means: ResponseMeaning;
  /** Its exchange; null for an ordinary acceptance, or one before the process began. */
  exchange: Exchange | null;
  /** Status reads that found the job, including those disturbed by a token. */
  reads: number;
  /** Timing of those reads; null before the first. */
  polls: PollTally | null;
  /** Id of the latest exchange when a response first showed the client its job; null until then. */
  seenAfter: number | null;
  /** Time of the latest list or search with the job, by the mock's clock; null without one. */
  listedAt: number | null;
  /** True if a read of the job's file returned that it is unavailable, or a redirect, which the caller may refuse. */
  isKept: boolean;
  /** True if a search for the job returned that it cannot be looked up. */
  isUnsearchable: boolean;
  /** Number of complete downloads of the job's file. */
  downloads: number;
  /** True if other bytes than those of its file were sent completely in their place. */
  hasBadBytes: boolean;
  /** Digest of the job's undamaged file, in hexadecimal digits; null until it was drawn. */
  sha256: string | null;
}

/** A submission that was accepted. */
export type AcceptedAttempt = Attempt & { job: MockJob };

/** The response that a caller gets, in the form that is kept. */
export function reportedBy(reply: ProviderReply): Reported {
  return reply.kind === 'response'
    ? { kind: 'response', status: reply.status, bytes: reply.cutAfter ?? reply.body.length }
    : { kind: reply.kind };
}
