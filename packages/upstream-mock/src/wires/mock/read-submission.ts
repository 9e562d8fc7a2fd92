import * as z from 'zod';
import type { MockSubmission } from '../../job/mock-job.ts';
import { submissionSchema } from './submission-schema.ts';
import { type SentSubmission, unreadToken } from './unread-tokens.ts';

/** Content of a submission to the mock's own API, or the reason why it is invalid. */
export type SubmissionRead =
  | { readonly kind: 'read'; readonly submission: MockSubmission }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a submission to the mock's own API. */
export function readSubmission(sent: SentSubmission): SubmissionRead {
  const unread = unreadToken(sent);
  if (unread !== undefined)
    return { kind: 'refused', message: `a token has no effect in ${unread}` };
  const parsed = submissionSchema.safeParse(sent.body);
  return parsed.success
    ? { kind: 'read', submission: parsed.data }
    : { kind: 'refused', message: z.prettifyError(parsed.error) };
}
