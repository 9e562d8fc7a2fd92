import type { CallbackEvent } from '../callbacks/callback-order.ts';
import type { Ruling } from '../rules/rule.ts';
import type { MockJob, MockJobState } from '../world/mock-job.ts';
import type { PollTally } from './poll-tally.ts';

/** What a request asked the provider for. */
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

/**
 * What became of a submission. `repeated`: a name that was given before was answered with the earlier job; `unknown`: its recorded
 * answer proves nothing.
 */
export type SubmissionTruth = 'accepted' | 'repeated' | 'refused' | 'lost' | 'unknown';

/** Headers by which a client shows what it is and whether it repeats by itself. */
export interface ClientSigns {
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
  /** `x-stainless-retry-count`: 0 for a first try of its own. */
  readonly retryCount: string | null;
}

/** A request as it may be kept: without credential, and without any value of its query. */
export interface RequestFacts {
  readonly method: string;
  readonly path: string;
  /** Names of the query's parameters. */
  readonly query: readonly string[];
  /** Name of the wire it came over. */
  readonly wire: string;
  readonly client: ClientSigns;
  /** Whether its path or a value of its query is a credential. */
  readonly hasKeyInUrl: boolean;
  /** Whether a header brings one. */
  readonly hasCredential: boolean;
  /** Whether its caller is on this machine. */
  readonly isLocal: boolean;
}

/** What can become of a delivery. */
export const callbackOutcomes = [
  'taken',
  'refused',
  'unanswered',
  'lost',
  'late',
  'withheld',
] as const;

/** What the caller was answered; a fault is an exception inside the mock. */
export type Told =
  | { readonly kind: 'answer'; readonly status: number; readonly bytes: number }
  | { readonly kind: 'reset' | 'hang' | 'fault' }
  /** What the mock told a receiver. */
  | {
      readonly kind: 'callback';
      readonly event: CallbackEvent;
      readonly message_id: string;
      /** Which delivery of it, from 1. */
      readonly try: number;
      /** The state of the job, as the message has it. */
      readonly says: MockJobState;
      /** Whether it is a forger's, badly signed. */
      readonly forged: boolean;
      /** Not sent: `lost` on purpose, put off by a rule as `late`, `withheld` from a host that the mock may not call. */
      readonly outcome: (typeof callbackOutcomes)[number];
      /** That of the receiver's answer; null without one. */
      readonly status: number | null;
    };

/** How the answer ended: it left whole, the mock cut it or reset the connection, or the caller had gone. */
export type ExchangeEnd = 'sent' | 'cut' | 'reset' | 'left';

/** A request while and after it is answered. What serves it notes here what it was about. */
export interface Exchange {
  /** Counts from 1 in the order of arrival. */
  readonly id: number;
  /** By the mock's clock, ms since 1970. */
  readonly at: number;
  /** By the real clock. */
  readonly realAt: number;
  readonly request: RequestFacts;
  /** How many times account settings had changed by then. */
  readonly settings: number;
  /** Jobs of its account that had failed by then, which give credits back; null where it was not refused for want of any. */
  failedJobs: number | null;
  op: ExchangeOp;
  /** Jobs it read; of a submission the one that was accepted or repeated. */
  jobs: readonly string[];
  /** The submission it was, where it was one. */
  attempt: Attempt | null;
  /** What rules said of it; null where they were not asked. */
  ruling: Ruling | null;
  /** A status read that its job's tokens made go wrong. */
  isDisturbed: boolean;
  /** How long the caller was asked to wait, in ms of the mock's clock. */
  waitMs: number | null;
  /** Whether it was answered with a file to its end, so that only the delivery is left. */
  reachesEnd: boolean;
  told: Told | null;
  /** The state of the job of a callback, in truth. */
  truth?: MockJobState;
  end: ExchangeEnd | null;
  /** Id of the latest exchange when it ended: what came later could know its answer. Null while it has not ended. */
  endedAfter: number | null;
}

/** Whether the caller of the later one had the whole answer to the earlier one by then. */
export function wasTold(
  earlier: Pick<Exchange, 'end' | 'endedAfter'>,
  later: Pick<Exchange, 'id'>,
): boolean {
  const { end, endedAfter } = earlier;
  return end === 'sent' && endedAfter !== null && endedAfter < later.id;
}

/** What the answer to a submission says: that it was accepted, a proof that nothing was, or nothing at all. */
export type AnswerMeaning = 'accepted' | 'refused' | 'nothing';

/**
 * One submission of a logical key, and, where a job came of it, what its caller did with that. One flat object: there are as many
 * as jobs.
 */
export interface Attempt {
  /** The exchange it came in; 0 when that was before the process began. */
  readonly entry: number;
  /** 1 for the first submission of its key. */
  readonly number: number;
  readonly key: string;
  /** The submission of this key before; null for the first. */
  readonly earlier: Attempt | null;
  /** Account key. */
  readonly account: string;
  /** Digest of what was asked for, without names and account. */
  readonly content: string;
  readonly truth: SubmissionTruth;
  /** The job that was accepted or repeated, as it is now: it changes when its caller ends it early. */
  job: MockJob | null;
  means: AnswerMeaning;
  /** What it was answered; null where that was an ordinary acceptance, or before the process began. */
  exchange: Exchange | null;
  /** Status reads that found the job, those that a token made go wrong included. */
  reads: number;
  /** How those followed each other; null before the first. */
  polls: PollTally | null;
  /** Whether a read of the job's file was told that it cannot be had, or only by a redirect, which the caller may refuse. */
  isKept: boolean;
  /** Whether a search for the job was answered that it cannot be looked up. */
  isUnsearchable: boolean;
  /** Times the job's file left to the end. */
  downloads: number;
  /** Of the job's undamaged file, in hexadecimal digits; null until it was drawn. */
  sha256: string | null;
}

/** A submission that was accepted. */
export type AcceptedAttempt = Attempt & { job: MockJob };
