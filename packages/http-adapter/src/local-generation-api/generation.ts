import {
  type AcceptCommand,
  type AcceptResult,
  type Job,
  StorageUnavailable,
} from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteRequest, logOpenRequest } from '../http/request-log.ts';
import type { OpenWait } from '../http/open-waits.ts';
import { releaseBody } from '../http/request-account.ts';
import { storageFailure } from '../http/transport-failure.ts';
import {
  acceptFailure,
  draining,
  generationTimeout,
  jobFailure,
  outcomeUnknown,
  waitCut,
} from './accept-failure.ts';
import type { LocalContext } from './context.ts';
import { serviceOwner } from './deps.ts';
import type { Failure } from './failure.ts';
import type { Generation } from './request-fields.ts';
import { callScope } from './retry-deduplicator.ts';

/** A job that is waited for: only the fields waiting needs, because thousands wait at once. */
export interface AwaitedJob {
  readonly id: string;
  readonly family: string;
}

export type AcceptedGeneration =
  | { readonly kind: 'accepted'; readonly job: AwaitedJob }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** The end of a generation for the caller who waited for it. */
export type EndedGeneration =
  | { readonly kind: 'completed'; readonly job: Job; readonly url: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Accepts a generation durably; a client's own retry joins the job of its earlier try instead. From here on the job
 * continues whatever becomes of the caller.
 */
export async function acceptGeneration(
  context: LocalContext,
  request: FastifyRequest,
  generation: Generation,
): Promise<AcceptedGeneration> {
  const { deps, retries, begun } = context;
  const { offer, content } = generation;
  if (offer.kind === 'offered') {
    const { model, prompt } = offer.draft;
    noteRequest(request, { model, prompt });
    if (deps.isDraining()) return { kind: 'refused', failure: draining };
  }
  const hadBegun = begun.has(request);
  try {
    const joined = await retries.join(request, content);
    if (joined !== undefined) return waitFor(context, request, joined);
    if (offer.kind === 'not-offered') return { kind: 'refused', failure: offer.failure };
    begun.add(request);
    const result = await accept(context, { content, draft: offer.draft });
    if (result.kind === 'replayed') throw new Error('A call without a key was replayed.');
    if (result.kind === 'accepted') return waitFor(context, request, result.job);
    if (!hadBegun) begun.delete(request);
    return { kind: 'refused', failure: acceptFailure(result) };
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    deps.log.error('storage_unavailable', error, { request_id: request.id });
    return { kind: 'refused', failure: failureOf(error) };
  }
}

/** Clients repeat a 5xx automatically, and a repeated call that was stored after all would be paid twice. */
function failureOf(error: StorageUnavailable): Failure {
  const failure = storageFailure(error);
  return error.applied === 'no' ? failure : { ...failure, unsafeToRetry: true };
}

function accept(
  { deps }: LocalContext,
  { content, draft }: Pick<AcceptCommand, 'content' | 'draft'>,
): Promise<AcceptResult> {
  const jobId = `lj_${deps.ids.next()}`;
  return deps.gateway.accept({
    owner: serviceOwner,
    surface: 'local',
    jobId,
    idempotency: { scope: callScope, key: null },
    content,
    draft,
    warnings: [],
    whenAccountUnavailable: 'refuse-unserved',
  });
}

function waitFor(context: LocalContext, request: FastifyRequest, job: Job): AcceptedGeneration {
  context.begun.add(request);
  context.retries.waited(job.id);
  noteRequest(request, { jobId: job.id });
  logOpenRequest(request);
  return { kind: 'accepted', job: { id: job.id, family: job.request.family } };
}

/** Waits for the ends of jobs, up to their family's maximum. A caller that left gets no response, and no failure. */
export async function awaitGenerations(
  context: LocalContext,
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
  context: LocalContext,
  wait: OpenWait,
  job: AwaitedJob,
): Promise<EndedGeneration> {
  const ended = await context.deps.gateway.awaitEnd({
    id: job.id,
    owner: serviceOwner,
    surface: 'local',
    timeoutMs: context.deps.syncWaitMs(job.family),
    signal: wait.signal,
  });
  if (ended.kind === 'not-found') throw new Error(`The accepted job ${job.id} is missing.`);
  if (ended.kind === 'invalid-request') throw new Error(ended.message);
  if (ended.kind === 'ended') return endOf(context, ended.job);
  const failure = wait.cut() === 'stopping' ? waitCut(job) : generationTimeout(job);
  return { kind: 'failed', failure };
}

async function endOf({ links }: LocalContext, job: Job): Promise<EndedGeneration> {
  if (job.state === 'failed') return { kind: 'failed', failure: jobFailure(job) };
  if (job.state === 'outcome_unknown') return { kind: 'failed', failure: outcomeUnknown(job) };
  const url = await links.linkTo(job);
  if (url === undefined) throw new Error(`The ended job ${job.id} has no result.`);
  return { kind: 'completed', job, url };
}
