import { type OpenStored, openStored } from '../../blob/open-stored.ts';
import type { SubmitOutcome } from '../../ports/upstream-client.ts';
import { type DeliveredFile, deliveredHandle } from '../../upstream/delivered-file.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { readerOfBlob } from '../inspect-reference.ts';
import { bringSpooledResult, keepResult } from '../spooled-results.ts';
import { checkResult } from './check-result.ts';
import { notThisTime, type Setback } from './fetch-output.ts';
import { offer } from './offer-response.ts';
import { saveEvent } from './save-event.ts';
import type { StepContext, StepResult } from './step-context.ts';

/** Type of a delivered file that is no known medium, for the operator who looks at it. */
const unknownType = 'application/octet-stream';

type Delivered = Extract<SubmitOutcome, { readonly kind: 'delivered' }>;

/**
 * Keeps a file that a provider delivered in its response, before anything is decided from it: the provider delivers it
 * once. If neither the result store nor the spool accepts it, both are offered it until one does, or the process ends.
 */
export async function keepDelivered(
  context: StepContext,
  { bytes, usage }: Delivered,
): Promise<Exclude<SubmitOutcome, Delivered>> {
  const { job, ports, signal } = context;
  try {
    const sha256 = await offer(ports.clock, {
      save: () => keepResult(ports, bytes),
      onFailure: async (error, _, isWorthALine) => {
        if (isWorthALine) ports.log.error('delivered-not-kept-yet', error, { job: job.id });
      },
      signal,
    });
    const handle = deliveredHandle({ sha256, size: bytes.length }, job.correlationId ?? job.id);
    const output = deliveredOutput(job.request.mediaType);
    return { kind: 'completed', handle, output, ...(usage !== undefined && { usage }) };
  } catch {
    return { kind: 'unknown', detail: 'the result was delivered, and could not be kept' };
  }
}

/** Returns the output of delivered work: its location is the file itself. */
export function deliveredOutput(mediaType: UpstreamOutput['mediaType']): UpstreamOutput {
  return { mediaType, value: null };
}

/**
 * Completes a job by its delivered file, or fails it by what the file is: there is no other to wait for. A store that
 * does not show the file now may show it later.
 */
export async function storeDelivered(
  context: StepContext,
  file: DeliveredFile,
): Promise<StepResult | Setback> {
  const { job, ports, options } = context;
  const opened = await openDelivered(context, file);
  if (opened.kind !== 'opened') return opened;
  try {
    const reader = readerOfBlob(opened.blob);
    const verdict = await checkResult(job, { ...reader, ...file }, ports.inspectMedia);
    if (verdict.kind === 'usable') {
      const expiresAt = ports.clock.now() + options.resultRetentionMs;
      return await saveEvent(context, { ...verdict, kind: 'result-stored', expiresAt });
    }
    const { detail } = verdict;
    const kept = verdict.kind === 'unusable' ? verdict.file : { ...file, contentType: unknownType };
    const proof = { unusable: [kept], doubt: job.doubt };
    return await saveEvent(context, { kind: 'result-unusable', detail, proof });
  } finally {
    await opened.blob.close();
  }
}

/** Opens the file in the result store, which gets it from the spool first if it waits there. */
async function openDelivered(
  context: StepContext,
  file: DeliveredFile,
): Promise<Extract<OpenStored, { readonly kind: 'opened' }> | Setback> {
  const { ports } = context;
  const stored = await openStored(ports.resultBlobs, file);
  if (stored.kind === 'opened') return stored;
  try {
    await bringSpooledResult(ports, file.sha256);
  } catch (error) {
    // Whatever the spool cannot read now, its job waits, and is told why: its end is promised.
    ports.log.error('result-store-failed', error, { job: context.job.id });
    return notThisTime('space', 'the image waits in the spool and cannot be brought');
  }
  const brought = await openStored(ports.resultBlobs, file);
  return brought.kind === 'opened' ? brought : notThisTime('space', brought.detail);
}
