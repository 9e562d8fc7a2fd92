import type { CallbackEvent } from '../callbacks/callback-order.ts';
import type { ResponseMeaning, SubmissionTruth } from '../evidence/exchange.ts';
import type { ClockSetting } from './clock-setting.ts';
import type { MockAccountSettings } from './mock-account.ts';
import type { MockJob } from './mock-job.ts';

/** Reads of a job that its tokens make go wrong a number of times. */
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

/** One fact of the mock's truth. All of them together are the mock. */
export type LedgerFact =
  /** `key`: the logical key it was submitted under, and which attempt it was; absent in ledgers of former versions. */
  | {
      readonly fact: 'accepted';
      readonly job: MockJob;
      readonly key?: string | undefined;
      readonly attempt?: number | undefined;
    }
  /** A submission that was not accepted. `id`: the job it was answered with, where its name had one. */
  | {
      readonly fact: 'attempted';
      readonly key: string;
      readonly attempt: number;
      readonly account: string;
      /** Digest of what was asked for. */
      readonly content: string;
      readonly truth: SubmissionTruth;
      readonly means: ResponseMeaning;
      readonly id?: string | undefined;
    }
  | { readonly fact: 'answered'; readonly id: string }
  /** The whole file left. */
  | { readonly fact: 'downloaded'; readonly id: string }
  | { readonly fact: 'read-failed'; readonly id: string; readonly fault: ReadFault }
  /** A link that serves once has served. */
  | { readonly fact: 'link-used'; readonly id: string }
  /** A callback is over: `isTaken` = its receiver answered it with 2xx. */
  | {
      readonly fact: 'called-back';
      readonly id: string;
      readonly event: CallbackEvent;
      readonly isTaken: boolean;
    }
  | { readonly fact: 'erased'; readonly id: string }
  | { readonly fact: 'canceled'; readonly id: string; readonly at: number }
  | { readonly fact: 'account'; readonly key: string; readonly settings: MockAccountSettings }
  /** A submission that a cassette has was refused as recorded. `request`: digest of the submission. */
  | { readonly fact: 'refusal-replayed'; readonly wire: string; readonly request: string }
  | { readonly fact: 'advanced'; readonly ms: number }
  | { readonly fact: 'clock'; readonly setting: ClockSetting }
  /** Of a world that came from elsewhere, whose ids and films follow from another seed than the process's. */
  | { readonly fact: 'seed'; readonly seed: string }
  | { readonly fact: 'reset' };
