import type { ReadSubmission } from './wire-call.ts';

/** The receiver in the field `callback_url`, called at the start and the end of the run; none if it is empty. */
export function callbackField(url: string | undefined): ReadSubmission['callback'] {
  if (url === undefined || url === '') return undefined;
  return { url, field: 'callback_url', events: ['processing', 'ended'] };
}
