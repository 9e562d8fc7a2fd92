import { type Job, StorageUnavailable } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteRequest, logOpenRequest } from '../http/request-log.ts';
import type { OpenWait } from '../http/open-waits.ts';
import { releaseBody } from '../http/request-account.ts';
import type {
  AwaitedJob,
  GenerationContext,
  GenerationFault,
  Order,
} from './generation-context.ts';
import type { Generation } from './request-fields.ts';

export type AcceptedGeneration =
  | {
      readonly kind: 'accepted';
      readonly job: AwaitedJob;
      /** True if the job was accepted by an earlier call of the same key. */
      readonly isReplay: boolean;
    }
  | { readonly kind: 'refused'; readonly fault: GenerationFault };

/** The end of a generation for the caller who waited for it. */
export type EndedGeneration =
  | { readonly kind: 'completed'; readonly job: Job; readonly url: string }
  | { readonly kind: 'failed'; readonly fault: GenerationFault };

/**
 * Accepts a generation durably; a client's own retry joins the job of its earlier try instead, and a known key its job.
 * From here on the job continues whatever becomes of the caller.
 */
export async function acceptGeneration(
  context: GenerationContext,
  request: FastifyRequest,
  generation: Generation,
): Promise<AcceptedGeneration> {
  const { deps } = context;
  const { offer } = generation;
  if (offer.kind === 'offered') {
    const { model, prompt } = offer.draft;
    noteRequest(request, { model, prompt });
    if (deps.isDraining()) return { kind: 'refused', fault: { kind: 'draining' } };
  }
  const order = context.orderOf(request);
  try {
    return await accept(context, { request, generation, order });
  } catch (error) {
    // Under its key, a repeated call finds what was stored.
    if (!(error instanceof StorageUnavailable) || order.idempotency.key !== null) throw error;
    deps.log.error('storage_unavailable', error, { request_id: request.id });
    return { kind: 'refused', fault: { kind: 'not-stored', error } };
  }
}

interface Creation {
  readonly request: FastifyRequest;
  readonly generation: Generation;
  readonly order: Order;
}

async function accept(context: GenerationContext, creation: Creation): Promise<AcceptedGeneration> {
  const { deps, begun, surface } = context;
  const { request, order } = creation;
  const { offer, content } = creation.generation;
  const isKeyed = order.idempotency.key !== null;
  const hadBegun = begun.has(request);
  const joined = isKeyed
    ? undefined
    : await context.retries.join(request, { scope: order.idempotency.scope, content });
  if (joined !== undefined) return waitFor(context, creation, { job: joined, isReplay: false });
  if (offer.kind === 'not-offered') {
    if (!isKeyed) return refused({ kind: 'unusable', failure: offer.failure });
    const replay = await deps.gateway.replay({ idempotency: order.idempotency, content });
    if (replay.kind === 'replayed')
      return waitFor(context, creation, { job: replay.job, isReplay: true });
    if (replay.kind === 'key-conflict') return refused({ kind: 'not-accepted', refusal: replay });
    return refused({ kind: 'unusable', failure: offer.failure });
  }
  if (!isKeyed) begun.add(request);
  const result = await deps.gateway.accept({
    ...order,
    surface,
    content,
    draft: offer.draft,
    warnings: [],
    whenAccountUnavailable: 'refuse-unserved',
  });
  if (result.kind === 'accepted' || result.kind === 'replayed')
    return waitFor(context, creation, { job: result.job, isReplay: result.kind === 'replayed' });
  if (!hadBegun) begun.delete(request);
  return refused({ kind: 'not-accepted', refusal: result });
}

function refused(fault: GenerationFault): AcceptedGeneration {
  return { kind: 'refused', fault };
}

function waitFor(
  context: GenerationContext,
  { request, order }: Creation,
  { job, isReplay }: { readonly job: Job; readonly isReplay: boolean },
): AcceptedGeneration {
  const { id, owner } = job;
  if (order.idempotency.key === null) context.begun.add(request);
  context.retries.waited(id);
  noteRequest(request, { jobId: id });
  logOpenRequest(request);
  return { kind: 'accepted', job: { id, owner, family: job.request.family }, isReplay };
}

/** Waits for the ends of jobs, up to their family's maximum. A caller that left gets no response, and no failure. */
export async function awaitGenerations(
  context: GenerationContext,
  reply: FastifyReply,
  jobs: readonly AwaitedJob[],
): Promise<readonly EndedGeneration[]> {
  releaseBody(reply.request);
  const wait = context.waits.begin(reply);
  try {
    return await Promise.all(jobs.map((job) => awaitGeneration(context, wait, job)));
  } finally {
    wait.end();
    for (const { id } of jobs) context.retries.left(id, wait.cut() !== 'caller-gone');
  }
}

async function awaitGeneration(
  context: GenerationContext,
  wait: OpenWait,
  { id, owner, family }: AwaitedJob,
): Promise<EndedGeneration> {
  const { deps, surface } = context;
  const ended = await deps.gateway.awaitEnd({
    id,
    owner,
    surface,
    timeoutMs: deps.syncWaitMs(family),
    signal: wait.signal,
  });
  if (ended.kind === 'not-found') throw new Error(`The accepted job ${id} is missing.`);
  if (ended.kind === 'invalid-request') throw new Error(ended.message);
  if (ended.kind === 'ended') return endOf(context, ended.job);
  const kind = wait.cut() === 'stopping' ? 'cut' : 'timed-out';
  return { kind: 'failed', fault: { kind, id } };
}

async function endOf({ links }: GenerationContext, job: Job): Promise<EndedGeneration> {
  if (job.state === 'failed') return { kind: 'failed', fault: { kind: 'failed', job } };
  if (job.state === 'outcome_unknown')
    return { kind: 'failed', fault: { kind: 'outcome-unknown', id: job.id } };
  const url = await links.linkTo(job);
  if (url === undefined) return { kind: 'failed', fault: { kind: 'removed', id: job.id } };
  return { kind: 'completed', job, url };
}
