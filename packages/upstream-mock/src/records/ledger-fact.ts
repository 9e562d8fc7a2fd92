import type { CallbackEvent } from '../job/callback-order.ts';
import type { ClockSetting } from '../job/clock-setting.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { ReadFault } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';

/** One fact of a space's truth. Together they are its whole state. */
export type LedgerFact =
  /** `key`: the logical key of the submission, with the number of the attempt. */
  | {
      readonly fact: 'accepted';
      readonly job: MockJob;
      readonly key: string;
      readonly attempt: number;
    }
  | { readonly fact: 'answered'; readonly id: string }
  /** A complete download of the file. */
  | { readonly fact: 'downloaded'; readonly id: string }
  | { readonly fact: 'read-failed'; readonly id: string; readonly fault: ReadFault }
  /** A use of a one-use link. */
  | { readonly fact: 'link-used'; readonly id: string }
  /** A completed callback: `isTaken` = its receiver responded with 2xx. */
  | {
      readonly fact: 'called-back';
      readonly id: string;
      readonly event: CallbackEvent;
      readonly isTaken: boolean;
    }
  | { readonly fact: 'erased'; readonly id: string }
  | { readonly fact: 'canceled'; readonly id: string; readonly at: number }
  | { readonly fact: 'account'; readonly key: string; readonly settings: MockAccountSettings }
  | { readonly fact: 'advanced'; readonly ms: number }
  | { readonly fact: 'clock'; readonly setting: ClockSetting };
