import { unsentStates } from '../job/amend-job.ts';
import { refusalsBefore } from '../job/correlation-ids.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { NoticeCall, NoticedSubmission, NoticeReading } from '../ports/notice.ts';
import { dispatchAsFound } from './advance/adopt-earlier-submission.ts';
import { adoptResponse, callPossiblySent } from './advance/adopt-response.ts';
import type { StepContext } from './advance/step-context.ts';
import { clientOf, upstreamOf } from './advance/upstream-of.ts';
import { receiptInput, receiptOf } from './advance/upstream-response.ts';
import { withTimeout } from './advance/with-timeout.ts';
import { describeNamedWorkRefusal } from './by-hand/describe-refusal.ts';
import { lookUpWork } from './by-hand/look-up-work.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { describeReadFault } from './read-fault.ts';

export type NoticeOutcome =
  /** No job here was sent so, its provider never calls back, or it signs its calls and not this one. */
  | { readonly kind: 'not-found' }
  /** The provider checks the URL, and expects this body in the response. */
  | { readonly kind: 'challenge'; readonly reply: JsonValue }
  /** Nothing is left to do, whether the notice was of use or not. */
  | { readonly kind: 'noted' }
  /** The provider did not show the named work: it may at the next notice. */
  | { readonly kind: 'not-read'; readonly detail: string };

/** A call of a provider to the URL of a submission; the caller has verified that the URL is genuine. */
export interface Notice extends NoticeCall {
  readonly submission: NoticedSubmission;
  readonly signal: AbortSignal;
}

const [noted, notFound] = [{ kind: 'noted' }, { kind: 'not-found' }] as const;

/**
 * Finds the work of a submission whose response was lost, by the notice of its provider. The notice itself proves
 * nothing: the work is read with the key of the account, and becomes the job's only if no job has it yet.
 */
export async function noteNotice(
  ports: GatewayPorts,
  options: GatewayOptions,
  { submission, signal, ...call }: Notice,
): Promise<NoticeOutcome> {
  const found = await ports.storage.reader.find(submission.jobId);
  const account = await clientOf(ports, submission.accountId);
  if (found === undefined) ports.log.warn('notice-of-unknown-job', { ...submission });
  if (found === undefined || account?.client.readNotice === undefined) return notFound;
  const job = await leftUnsent({ ports, options, job: found, claim: null, signal }, submission);
  const context: StepContext = { ports, options, job, claim: null, by: 'notice', signal };
  const reading = await readCall(context, submission, call);
  if (reading.kind === 'challenge' || reading.kind === 'not-read') return reading;
  if (reading.kind === 'forged') {
    ports.log.warn('notice-not-signed', { ...submission });
    return notFound;
  }
  if (reading.kind === 'nothing' || job.handle !== null) return noted;
  const { correlationId } = submission;
  if (isFinal(job.state) || (job.correlationId ?? correlationId) !== correlationId)
    return ignore(context, reading.id, 'the job does not wait for it');
  return await adopt(context, submission, reading.id);
}

/** Reads a call with the account's secret, by which its keys may have to be read. */
async function readCall(
  { ports, options, signal, job }: StepContext,
  submission: NoticedSubmission,
  call: NoticeCall,
): Promise<NoticeReading | Extract<NoticeOutcome, { readonly kind: 'not-read' }>> {
  const { clock, notices } = ports;
  const url = notices?.sign(submission, notices.unsigned(submission)) ?? '';
  try {
    const provider = await upstreamOf({ ports }, submission.accountId);
    const readNotice = provider?.client.readNotice?.bind(provider.client);
    if (provider === undefined || readNotice === undefined) return { kind: 'nothing' };
    const bounds = { clock, signal, timeoutMs: options.readTimeoutMs };
    return await withTimeout(bounds, (bounded) =>
      readNotice({ ...call, url, account: provider.account, signal: bounded }),
    );
  } catch (error) {
    const failed = { event: 'read-notice-threw', facts: { job: job.id } };
    return { kind: 'not-read', detail: describeReadFault(ports.log, error, failed) };
  }
}

/**
 * Returns the job, which waits no longer to be sent if this is a notice of the try to come: the URL leaves only in a
 * submission, so the job was sent, and the store has lost that.
 */
async function leftUnsent(
  context: StepContext,
  { correlationId }: NoticedSubmission,
): Promise<Job> {
  const { job, ports } = context;
  if (!isUnsent(job) || refusalsBefore(correlationId) < job.refusals) return job;
  await callPossiblySent(context);
  return (await ports.storage.reader.find(job.id)) ?? job;
}

function isUnsent(job: Job): boolean {
  return unsentStates.some((state) => state === job.state);
}

/** Leaves the named work to a person, who is told its id: the provider may have charged for it. */
function ignore({ ports, job }: StepContext, work: string, reason: string): NoticeOutcome {
  ports.log.warn('notice-not-adopted', { job: job.id, work, reason });
  return noted;
}

/** Saves the work as the response to the submission. */
async function adopt(
  known: StepContext,
  submission: NoticedSubmission,
  work: string,
): Promise<NoticeOutcome> {
  const context = { ...known, job: await asSent(known, submission) };
  const { job, ports } = context;
  const { accountId } = submission;
  const looked = await lookUpWork(context, { upstreamId: work, accountId });
  if (looked.kind === 'not-adoptable') {
    const { refusal } = looked;
    const detail = describeNamedWorkRefusal(refusal);
    if (refusal.kind === 'not-read' || refusal.kind === 'not-known')
      return { kind: 'not-read', detail };
    if (refusal.kind === 'answered' && isUnsent(known.job)) await callPossiblySent(known);
    return ignore(context, work, detail);
  }
  const { carries, handle } = looked;
  if (carries === 'another')
    return ignore(context, work, 'it carries the name of another submission');
  const receipt = receiptOf({ ports, job }, { endpoint: looked.upstream.endpoint, handle });
  const outcome = await ports.storage.jobs.recordReceipt(receiptInput(receipt, ports.clock.now()));
  if (outcome.kind === 'handle-taken' || outcome.kind === 'contradicted')
    return ignore(context, work, `its receipt is ${outcome.kind}`);
  // A submission still under way belongs to its runner, which finds the receipt.
  await adoptResponse(known);
  return noted;
}

/** Returns the job with the submission that the notice is about, where the store lost the name of the try. */
async function asSent(context: StepContext, submission: NoticedSubmission): Promise<Job> {
  const { job } = context;
  const { accountId, correlationId } = submission;
  if (job.correlationId !== null) return job;
  const dispatch = await dispatchAsFound(context, submission);
  const refusals = refusalsBefore(correlationId);
  const sent = dispatch?.submission ?? null;
  return { ...job, accountId, correlationId, refusals, submission: sent };
}
