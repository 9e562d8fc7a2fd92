import type { JsonValue, NoticeReading } from '@filmgate/core';
import type { SignatureRule } from './notice-signature.ts';
import type { JsonResponse, PreparedCall, ReadCall } from './provider-call.ts';
import type { TaskFacts } from './task-naming.ts';

/** One task of a list or search. */
export interface ListedTask extends Partial<Pick<TaskFacts, 'reported'>> {
  readonly task: JsonValue;
  /** ms since 1970; null if the list does not say. */
  readonly createdAt: number | null;
  /** Comparison with the parameters of the searched call; `unsaid` if the list echoes too few of them. */
  readonly matches: 'yes' | 'no' | 'unsaid';
  /** Value of the mark, where the list itself echoes it; absent = the task is read for it. */
  readonly echoedMark?: string | number;
}

/** A page of tasks and the read of the next one. */
export type ListedPage = { readonly tasks: readonly ListedTask[]; readonly next: ReadCall | null };

/** Rule for searching a submission whose response was lost. */
export type FindRule =
  /** The submission carries a name of ours that the provider can search: exact. */
  | {
      readonly kind: 'own-id';
      request(correlationId: string, call: PreparedCall): ReadCall;
      /**
       * Returns the tasks of that name; `cannot-ask` = the provider states that it has no search; undefined =
       * unreadable.
       */
      read(
        response: JsonResponse,
        correlationId: string,
        call: PreparedCall,
      ): readonly JsonValue[] | 'cannot-ask' | undefined;
      /** Time after sending at which absence proves that it was not accepted, in ms; null = never. */
      readonly absenceAfterMs: number | null;
      /** Time after sending at which an accepted task may already be removed, in ms; absent = it is never removed. */
      readonly absenceUntilMs?: number;
      /**
       * Returns the name a search's response gives to its past; undefined = none. With this rule, absence is proven
       * only in the past from before sending: a search precedes each submission. Absent = the provider forgets nothing.
       */
      pastIn?(response: JsonResponse): string | undefined;
    }
  /** The submission is a task of a list: adopted by its mark, or as the only match if the key is exclusive. */
  | {
      readonly kind: 'list';
      firstPage(
        sentBetween: { readonly from: number; readonly to: number },
        call: PreparedCall,
      ): ReadCall;
      /** Returns a page's tasks and the next read; undefined = unreadable. `page`: the read it responds to. */
      read(response: JsonResponse, call: PreparedCall, page: ReadCall): ListedPage | undefined;
      readonly mark?: SubmissionMark;
    };

/** A field of a submission with a nearly unique value, which the provider echoes in its response for the task. */
export interface SubmissionMark {
  /** Returns the field's value in a submission; undefined without one. */
  of(call: PreparedCall): string | number | undefined;
  /** Returns its value in the response to `poll.request`; null = not echoed, undefined = unreadable. */
  in(response: JsonResponse): string | number | null | undefined;
}

/** Calls of a provider about a submission. */
export interface NoticeRule {
  /** Returns what a call's body says; it is not trusted, and the named task is read. */
  read(body: JsonValue): NoticeReading;
  /** Absent = the provider does not sign its calls. */
  readonly signature?: SignatureRule;
  /** Name or mark by which a task is known to be another submission's; absent = tasks carry none. */
  readonly mark?: SubmissionMark;
}
