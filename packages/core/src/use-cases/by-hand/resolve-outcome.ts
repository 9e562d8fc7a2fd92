import type { JobEvent } from '../../job/job-event.ts';
import type { Job } from '../../job/job.ts';
import type { Audited } from '../../ports/admin-access.ts';
import type { GatewayPorts } from '../../ports/gateway-ports.ts';
import type { RecordReceiptInput } from '../../ports/job-store.ts';
import { decisionFor, saveEvent } from '../advance/save-event.ts';
import { deadlineFrom } from '../advance/upstream-of.ts';
import { receiptInput, receiptOf } from '../advance/upstream-response.ts';
import type { StepResult, StepContext } from '../advance/step-context.ts';
import type { Gateway, LookUpWorkResult, ResolveOutcomeResult } from '../gateway.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import { obstacleTo } from './check-act.ts';
import { type LookedUp, lookUpWork } from './look-up-work.ts';

type Resolution = Parameters<Gateway['resolve']>[0];

/** Resolves an unknown outcome: closes the money or names the work, never resubmits. Of two resolutions one counts. */
export async function resolveOutcome(
  ports: GatewayPorts,
  options: GatewayOptions,
  resolution: Resolution,
): Promise<ResolveOutcomeResult> {
  for (;;) {
    const { reader } = ports.storage;
    const job = await reader.find(resolution.id);
    if (job === undefined) return { kind: 'not-found' };
    if ((await obstacleTo(ports, 'resolve', job)) !== null) return { kind: 'not-unknown', job };
    const step = await resolveOnce({ ports, options, job }, resolution);
    if (step.kind === 'advanced') return { kind: 'resolved', job: step.job };
    if (step.kind === 'not-adoptable') return step;
  }
}

/** Looks up the work that a person would adopt for an unknown job; changes nothing. */
export async function lookUpForJob(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, signal, ...named }: Parameters<Gateway['lookUpWork']>[0],
): Promise<LookUpWorkResult> {
  const { reader } = ports.storage;
  const job = await reader.find(id);
  if (job === undefined) return { kind: 'not-found' };
  if ((await obstacleTo(ports, 'resolve', job)) !== null) return { kind: 'not-unknown', job };
  const looked = await lookUpWork(byHand({ ports, options, job }, { signal }), named);
  return looked.kind === 'seen' ? { kind: 'seen', job, seen: looked.seen } : looked;
}

interface Subject {
  readonly ports: GatewayPorts;
  readonly options: GatewayOptions;
  readonly job: Job;
}

/** Returns the step context of an operator. */
function byHand(
  subject: Subject,
  { signal, audit }: Audited & { readonly signal: AbortSignal },
): StepContext {
  return { ...subject, claim: null, by: 'operator', signal, ...(audit !== undefined && { audit }) };
}

type Resolved = StepResult | Extract<LookedUp, { readonly kind: 'not-adoptable' }>;

function resolveOnce(subject: Subject, resolution: Resolution): Promise<Resolved> {
  const { actor, note, audit } = resolution;
  if (resolution.outcome !== 'found') {
    const { outcome } = resolution;
    const context = byHand(subject, {
      signal: AbortSignal.abort(),
      ...(audit !== undefined && { audit }),
    });
    return saveEvent(context, { kind: 'resolved', outcome, actor, note });
  }
  return adopt(byHand(subject, resolution), resolution);
}

/** Saves the receipt stated by a person and its consequences, in one act of the store. */
async function adopt(
  context: StepContext,
  { actor, note, audit, ...named }: Extract<Resolution, { readonly outcome: 'found' }>,
): Promise<Resolved> {
  const looked = await lookUpWork(context, named);
  if (looked.kind === 'not-adoptable') return looked;
  const resolution = { actor, note, upstreamId: looked.seen.work.id };
  const outcome = await context.ports.storage.jobs.recordReceipt({
    ...receiptByHand(context, looked, resolution),
    byHand: audit === undefined ? {} : { audit },
  });
  switch (outcome.kind) {
    case 'recorded':
    case 'repeated':
      return outcome.decided?.kind === 'committed'
        ? { kind: 'advanced', job: outcome.decided.job }
        : { kind: 'stale' };
    case 'handle-taken':
      return { kind: 'not-adoptable', refusal: { kind: 'held', heldBy: outcome.heldBy } };
    case 'contradicted':
      return { kind: 'not-adoptable', refusal: { kind: 'answered' } };
  }
}

function receiptByHand(
  context: StepContext,
  looked: Extract<LookedUp, { readonly kind: 'seen' }>,
  resolution: NonNullable<Extract<JobEvent, { readonly kind: 'found' }>['resolution']>,
): RecordReceiptInput {
  const { job, ports } = context;
  const { handle, correlationId } = looked;
  const { accountId } = looked.seen;
  const { endpoint, client } = looked.upstream;
  const now = ports.clock.now();
  const sent = { ports, job: { ...job, accountId, correlationId } };
  const decision = decisionFor(context, {
    kind: 'found',
    handle,
    accountId: accountId === job.accountId ? null : accountId,
    deadlineAt: deadlineFrom(now, client.capabilities(), context),
    pollAt: now,
    resolution,
  });
  return { ...receiptInput(receiptOf(sent, { endpoint, handle }), now), decision };
}
