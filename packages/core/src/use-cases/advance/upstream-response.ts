import { z } from 'zod';
import { canonicalJson } from '../../json/json-value.ts';
import type { Job } from '../../job/job.ts';
import type { DispatchRecord } from '../../ports/job-reader.ts';
import type { RecordReceiptInput } from '../../ports/job-store.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { type UpstreamError, upstreamErrorKinds } from '../../upstream/upstream-refusal.ts';
import type { StepContext } from './step-context.ts';

const handleSchema: z.ZodType<UpstreamHandle> = z.object({ version: z.number(), value: z.json() });

const errorSchema: z.ZodType<UpstreamError> = z.object({
  kind: z.enum(upstreamErrorKinds),
  scope: z.enum(['request', 'account', 'model', 'endpoint']),
  charge: z.enum(['charged', 'not-charged', 'unknown']),
  retryAfterMs: z.number().nullable(),
  detail: z.string(),
});

/**
 * A provider's response to one submission, as a fact that needs nothing else to be kept. These are the names in the
 * response spool, where a dispatch record is a mark.
 */
export const upstreamResponseSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('receipt'),
    jobId: z.string(),
    correlationId: z.string(),
    accountId: z.string().nullable(),
    endpoint: z.string(),
    handle: z.string(),
    lostDispatch: z.object({
      refusals: z.number(),
      requestDigest: z.string(),
      recordedAt: z.number(),
      sendDeadlineAt: z.number(),
    }),
  }),
  z.object({
    kind: z.literal('refusal'),
    jobId: z.string(),
    correlationId: z.string(),
    refusal: z.string(),
  }),
]);
export type UpstreamResponse = z.infer<typeof upstreamResponseSchema>;
export type Receipt = Extract<UpstreamResponse, { readonly kind: 'receipt' }>;
export type Refusal = Extract<UpstreamResponse, { readonly kind: 'refusal' }>;

/** Returns the receipt of a job's submission, with its dispatch record as far as the job shows it. */
export function receiptOf(
  { job, ports }: Pick<StepContext, 'job' | 'ports'>,
  { endpoint, handle }: { readonly endpoint: string; readonly handle: UpstreamHandle },
): Receipt {
  const recordedAt = job.unknownSince ?? job.updatedAt;
  return {
    kind: 'receipt',
    jobId: job.id,
    correlationId: job.correlationId ?? '',
    accountId: job.accountId,
    endpoint,
    handle: JSON.stringify(handle),
    lostDispatch: {
      refusals: job.refusals,
      requestDigest: ports.digest.sha256(canonicalJson(job.submission?.value ?? null)),
      recordedAt,
      sendDeadlineAt: job.sendDeadlineAt ?? recordedAt,
    },
  };
}

/** Returns the proven refusal of a job's submission. */
export function refusalOf(job: Job, error: UpstreamError): Refusal {
  const { kind, scope, charge, retryAfterMs, detail } = error;
  return {
    kind: 'refusal',
    jobId: job.id,
    correlationId: job.correlationId ?? '',
    refusal: canonicalJson({ kind, scope, charge, retryAfterMs, detail }),
  };
}

/** Returns the store's input for a receipt. */
export function receiptInput(receipt: Receipt, now: number): RecordReceiptInput {
  const { jobId, correlationId, accountId, endpoint, handle, lostDispatch } = receipt;
  return { jobId, correlationId, accountId, endpoint, handle, lostDispatch, now };
}

/** The response that is recorded for a submission. */
export type RecordedResponse =
  | {
      readonly kind: 'receipt';
      readonly handle: UpstreamHandle;
      readonly accountId: string | null;
    }
  | { readonly kind: 'refusal'; readonly error: UpstreamError };

/**
 * Returns the response recorded for the job's present submission, if its sender got that far. Where the store lost the
 * name under which the job was sent, any receipt of it counts, and no refusal: it may have been sent again.
 */
export async function recordedResponse({
  job,
  ports,
}: Pick<StepContext, 'job'> & {
  readonly ports: Pick<StepContext['ports'], 'storage'>;
}): Promise<RecordedResponse | undefined> {
  const dispatches = await ports.storage.reader.dispatches(job.id);
  const dispatch = presentDispatch(dispatches, job.correlationId);
  if (dispatch === undefined) return undefined;
  const { handle, accountId, refusal } = dispatch;
  if (handle !== null)
    return { kind: 'receipt', handle: handleSchema.parse(JSON.parse(handle)), accountId };
  if (refusal !== null) return { kind: 'refusal', error: errorSchema.parse(JSON.parse(refusal)) };
  return undefined;
}

function presentDispatch(
  dispatches: readonly DispatchRecord[],
  sentAs: string | null,
): DispatchRecord | undefined {
  if (sentAs === null) return dispatches.findLast(({ handle }) => handle !== null);
  return dispatches.find(({ correlationId }) => correlationId === sentAs);
}
