import { type AcceptResult, draftedRequest, type Eligibility } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { announceRetirement } from '../../http/announce-retirement.ts';
import { noteAskedModel, noteRequest } from '../../http/request-log.ts';
import { isFields } from '../../http/field-reader.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { acceptFailure, draining } from '../accept-failure.ts';
import {
  mountPrefix,
  sessionSecurity,
  showJobs,
  type WorkbenchContext,
  workbenchOwner,
  workbenchTags,
} from './context.ts';
import { sendWorkbenchFailure, workbenchErrors, workbenchErrorResponses } from './failure.ts';
import type { Failure } from '../failure.ts';
import type { Offer } from '../../generations/request-fields.ts';
import { decodeWorkbenchJob, type WorkbenchCreation, workbenchCreation } from './job-creation.ts';
import { workbenchJob } from './workbench-job.ts';

/**
 * Restricts the offer to the one account a creation names, by id or label [workbench.account]. An account that is being
 * removed takes no new job and counts as unknown.
 */
async function pinAccount(
  { deps }: WorkbenchContext,
  { account: wanted, offer }: WorkbenchCreation,
): Promise<Offer> {
  if (wanted === null || offer.kind === 'not-offered') return offer;
  const { draft } = offer;
  const loads = await deps.accounts.loads();
  const accounts = loads.map(({ account }) => account).filter((account) => !account.draining);
  const found =
    accounts.find((account) => account.id === wanted) ??
    accounts.find(({ label }) => label === wanted);
  const eligibility =
    found === undefined ? undefined : deps.book.routesOf(found, draftedRequest(draft));
  if (found !== undefined && eligibility?.kind === 'eligible')
    return { kind: 'offered', draft: { ...draft, pinnedAccountId: found.id } };
  const message = reasonOf(eligibility, draft.model);
  const failure = { kind: 'payload-invalid', message, param: 'account' } as const;
  return { kind: 'not-offered', failure };
}

function reasonOf(eligibility: Eligibility | undefined, model: string): string {
  if (eligibility === undefined)
    return 'account must be auto, or the ID or label of an existing account.';
  return eligibility.kind === 'request-not-supported'
    ? `account cannot generate this video: ${eligibility.detail}.`
    : `account does not support ${model}.`;
}

/** `POST /local-video/jobs` [workbench.create.first-202]. */
export function registerCreateJob(app: FastifyInstance, context: WorkbenchContext): void {
  const schema = {
    tags: workbenchTags,
    summary: 'Create a job',
    description:
      'A request with the same id and content returns the same job and is never paid twice: after a lost response, send the same request with the same id.',
    security: sessionSecurity,
    body: workbenchCreation,
    response: {
      202: workbenchJob,
      200: workbenchJob.describe('Replayed.'),
      ...workbenchErrorResponses,
    },
  };
  const prefix = mountPrefix(app.prefix);
  app.post('/jobs', {
    schema,
    bodyLimit: context.settings.createBodyBytes,
    validatorCompiler: noValidation,
    handler: (request, reply) => createJob(context, { request, reply, prefix }),
  });
}

interface Creation {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prefix: string;
}

async function createJob(
  context: WorkbenchContext,
  { request, reply, prefix }: Creation,
): Promise<FastifyReply> {
  const { deps, settings } = context;
  const { owner } = workbenchOwner;
  noteRequest(request, { caller: owner });
  const rules = { ...settings, catalog: deps.gateway.catalog(), digest: deps.digest };
  const { catalog } = rules;
  if (isFields(request.body)) noteAskedModel(request, request.body['model'], catalog);
  const decoded = decodeWorkbenchJob(request.body, rules);
  if (decoded.kind === 'refused') return workbenchErrors.send(reply, decoded.failure);
  const { id, offer } = decoded;
  if (offer.kind === 'offered') {
    const { model, prompt } = offer.draft;
    noteRequest(request, { model, prompt });
    announceRetirement(reply, offer.draft, { catalog, now: deps.clock.now() });
  }
  if (deps.isDraining()) return workbenchErrors.send(reply, draining);
  const result = await accept(context, decoded);
  if (result.kind === 'refused') return workbenchErrors.send(reply, result.failure);
  if (result.kind === 'key-conflict' || result.kind === 'id-taken')
    return sendWorkbenchFailure(reply, {
      kind: 'id-conflict',
      detail: 'id was already used for a job with another model, audio option, prompt or images.',
    });
  if (result.kind !== 'accepted' && result.kind !== 'replayed')
    return workbenchErrors.send(reply, acceptFailure(result));
  noteRequest(request, { jobId: id });
  const [job] = await showJobs(context, [result.job], prefix);
  return sendText(reply.code(result.kind === 'accepted' ? 202 : 200), JSON.stringify(job));
}

interface Refused {
  readonly kind: 'refused';
  readonly failure: Failure;
}

/** A job with this id is found again whatever catalog and accounts there are by now [workbench.create.replay]. */
async function accept(
  context: WorkbenchContext,
  creation: WorkbenchCreation,
): Promise<AcceptResult | Refused> {
  const { gateway } = context.deps;
  const { id, content } = creation;
  const idempotency = { scope: `${workbenchOwner.owner}/workbench`, key: id };
  const offer = await pinAccount(context, creation);
  if (offer.kind === 'not-offered') {
    const replay = await gateway.replay({ idempotency, content });
    const isKnown = replay.kind === 'replayed' || replay.kind === 'key-conflict';
    return isKnown ? replay : { kind: 'refused', failure: offer.failure };
  }
  return gateway.accept({
    ...workbenchOwner,
    jobId: id,
    idempotency,
    content,
    draft: offer.draft,
    warnings: [],
    whenAccountUnavailable: 'await-configuration',
  });
}
