import { canonicalJson } from '../../json/json-value.ts';
import { correlationIdOf } from '../../job/correlation-ids.ts';
import { jobParts } from '../../job/job-parts.ts';
import type { Job } from '../../job/job.ts';
import type { DispatchRecord } from '../../ports/job-reader.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';

/** Reasons why work that a person names at a provider does not become the work of an unknown job. */
export type NamedWorkRefusal =
  /** The job's account is unknown: the person has to say it. */
  | { readonly kind: 'account-needed' }
  /** The job's dispatch record names another account. */
  | { readonly kind: 'account-differs' }
  /** The account or its provider is gone. */
  | { readonly kind: 'upstream-gone' }
  /** Nobody can name work of this provider. */
  | { readonly kind: 'not-nameable' }
  | { readonly kind: 'not-an-id' }
  /** The provider says that it does not know it. */
  | { readonly kind: 'not-known' }
  /** The provider responded for work of another id, which `reported` has. */
  | { readonly kind: 'another-id'; readonly reported: string }
  /** The provider gave no response about it. */
  | { readonly kind: 'not-read'; readonly detail: string }
  | { readonly kind: 'held'; readonly heldBy: string }
  /** The provider responded to the submission with something else. */
  | { readonly kind: 'answered' };

/** The dispatch record to which named work would be the response. */
export type AnswerableDispatch =
  | { readonly kind: 'open'; readonly correlationId: string }
  | { readonly kind: 'answered' };

/** Returns the account on which to look for the work of a job; `given`: the person's statement, null = none. */
export function accountOfNamedWork(
  { accountId, correlationId }: Pick<Job, 'accountId' | 'correlationId'>,
  given: string | null,
):
  | { readonly kind: 'account'; readonly accountId: string }
  | Extract<NamedWorkRefusal, { readonly kind: 'account-needed' | 'account-differs' }> {
  const isPinned = correlationId !== null && accountId !== null;
  if (isPinned && given !== null && given !== accountId) return { kind: 'account-differs' };
  const chosen = given ?? accountId;
  return chosen === null ? { kind: 'account-needed' } : { kind: 'account', accountId: chosen };
}

/**
 * Returns the dispatch record for the named work: the present one, or where the store lost the name under which the job
 * was sent, the last one without a response. A record has one response, so one that has another gets no second one.
 */
export function dispatchOfNamedWork(
  job: Pick<Job, 'id' | 'refusals' | 'correlationId'>,
  dispatches: readonly DispatchRecord[],
  handle: UpstreamHandle,
): AnswerableDispatch {
  const records = dispatches.filter(({ jobId }) => jobId === job.id);
  const unanswered = records.findLast((record) => mayRespond(record, handle));
  const correlationId = job.correlationId ?? unanswered?.correlationId ?? correlationIdOf(job);
  const present = records.find((record) => record.correlationId === correlationId);
  const isOpen = present === undefined || mayRespond(present, handle);
  return isOpen ? { kind: 'open', correlationId } : { kind: 'answered' };
}

function mayRespond(
  { handle: recorded, refusal }: DispatchRecord,
  handle: UpstreamHandle,
): boolean {
  if (refusal !== null) return false;
  if (recorded === null) return true;
  const { version, value } = handle;
  return (
    canonicalJson(jobParts.json.parse(JSON.parse(recorded))) === canonicalJson({ version, value })
  );
}
