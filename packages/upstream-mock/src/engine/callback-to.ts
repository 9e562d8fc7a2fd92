import type { CallbackEvent } from '../job/callback-order.ts';
import type { ReadSubmission } from './wire-call.ts';

/** Receiver of callbacks in a submission; undefined if its field is absent or null. */
export function callbackTo(
  url: string | null | undefined,
  field: string,
  events: readonly CallbackEvent[],
): ReadSubmission['callback'] {
  return typeof url === 'string' ? { url, field, events } : undefined;
}

/** The receiver in the field `callback_url`, called at the start and the end of the run; none if it is empty. */
export function callbackField(url: string | undefined): ReadSubmission['callback'] {
  if (url === undefined || url === '') return undefined;
  return { url, field: 'callback_url', events: ['processing', 'ended'] };
}
