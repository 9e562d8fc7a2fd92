import { type AcceptResult, StorageUnavailable } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { z } from 'zod';
import { announceRetirement } from '../../http/announce-retirement.ts';
import { noteAskedModel, noteRequest } from '../../http/request-log.ts';
import { isFields } from '../../http/field-reader.ts';
import { readIdempotencyKey } from '../../http/request-headers.ts';
import { formFields, MultipartForm } from '../../http/multipart-body.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { storageFailure } from '../../http/transport-failure.ts';
import { acceptFailure } from '../accept-failure.ts';
import type { VideoTaskContext } from '../context.ts';
import { apiUserSecurity, ownerOf, quotaDecorator } from '../credentials.ts';
import { errorResponses, sendFailure } from '../failure.ts';
import { replayRefused } from '../replay-refused.ts';
import type { DecodedRequest } from '../request-fields.ts';
import { creationKey, creationKeyLimits } from './creation-key.ts';
import { refuseBeforeBody } from './refuse-before-body.ts';
import { taskObject, type TasksContext, taskText } from './task-object.ts';
import { createTaskBody, decodeTaskRequest } from './task-request.ts';

export const creationHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .meta({ description: '1 to 255 visible ASCII characters; makes retries safe.' }),
});

/** The three paths that create [tasks.create.paths-equivalent]; one operation, one scope of idempotency keys. */
const createPaths = ['/v1/videos', '/v1/videos/generations', '/v1/video/generations'] as const;

/** `POST` on the three create paths [tasks.create.first-202]. */
export function registerCreateTask(app: FastifyInstance, context: TasksContext): void {
  const { settings } = context;
  for (const url of createPaths) {
    app.post(url, {
      schema: {
        tags: ['Videos'],
        summary: url === '/v1/videos' ? 'Create a task' : `Create a task, as on ${createPaths[0]}`,
        description:
          'An Idempotency-Key header makes retries safe: the same key and content return the same task.',
        consumes: ['application/json', 'multipart/form-data'],
        security: apiUserSecurity,
        headers: creationHeaders,
        body: createTaskBody,
        response: { 202: taskObject, 200: taskObject.describe('Replayed.'), ...errorResponses },
      },
      bodyLimit: settings.createBodyBytes,
      validatorCompiler: noValidation,
      // Before the body, in the promised order of checks.
      onRequest: refuseWrongKey,
      preParsing: refuseBeforeBody(context),
      handler: (request, reply) => createTask(context, { request, reply, prefix: app.prefix }),
    });
  }
}

/** Refuses an `Idempotency-Key` in a wrong form [idempotency.key-form]. */
export const refuseWrongKey: onRequestHookHandler = (request, reply, done) => {
  const reading = readIdempotencyKey(request.raw.rawHeaders, creationKeyLimits);
  if (reading.kind !== 'invalid') {
    done();
    return;
  }
  const param = 'Idempotency-Key';
  const message = `${param} ${reading.reason}.`;
  sendFailure(reply, { kind: 'payload-invalid', message, param });
};

interface Creation {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prefix: string;
}

async function createTask(
  context: TasksContext,
  { request, reply, prefix }: Creation,
): Promise<FastifyReply> {
  const { deps, settings } = context;
  const { body } = request;
  const rules = { ...settings, catalog: deps.gateway.catalog(), digest: deps.digest };
  const fields = body instanceof MultipartForm ? formFields(body) : body;
  if (isFields(fields)) noteAskedModel(request, fields['model'], deps.gateway.catalog());
  const decoded = decodeTaskRequest(fields, rules);
  if (decoded.kind === 'decoded') {
    const { model, prompt } = decoded.draft;
    noteRequest(request, { model, prompt });
    announceRetirement(reply, decoded.draft, { catalog: rules.catalog, now: deps.clock.now() });
  }
  const result = await accept(context, request, decoded);
  if (result.kind === 'refused') return sendFailure(reply, result.failure);
  if (result.kind === 'maybe-stored') {
    const call = { request_id: request.id, route: 'create' };
    deps.log.error('storage_unavailable', result.error, call);
    return sendFailure(reply, { ...storageFailure(result.error), unsafeToRetry: true });
  }
  if (result.kind !== 'accepted' && result.kind !== 'replayed') {
    return sendFailure(reply, acceptFailure(result, 'tasks'));
  }
  const { job } = result;
  noteRequest(request, { jobId: job.id });
  if (result.kind === 'replayed') reply.header('idempotency-replayed', 'true');
  reply
    .code(result.kind === 'accepted' ? 202 : 200)
    .header('location', `${prefix}/v1/videos/${job.id}`)
    .header('openai-poll-after-ms', String(settings.pollAfterMs));
  return sendText(reply, await taskText(context, job));
}

async function accept(
  { deps }: VideoTaskContext,
  request: FastifyRequest,
  decoded: DecodedRequest,
): Promise<AcceptResult | MaybeStored | Extract<DecodedRequest, { readonly kind: 'refused' }>> {
  const owner = ownerOf(request);
  const key = readIdempotencyKey(request.raw.rawHeaders, creationKeyLimits);
  const idempotency = key.kind === 'key' ? creationKey(owner, key.key) : null;
  if (decoded.kind === 'refused') return replayRefused(deps.gateway, decoded, idempotency);
  try {
    return await deps.gateway.accept({
      owner,
      surface: 'tasks',
      jobId: `vt_${deps.ids.next()}`,
      idempotency,
      content: decoded.content,
      draft: decoded.draft,
      unusedReferences: decoded.unusedReferences,
      warnings: decoded.warnings,
      quota: request.getDecorator<number | null>(quotaDecorator),
      whenAccountUnavailable: 'refuse',
    });
  } catch (error) {
    if (key.kind !== 'key' && error instanceof StorageUnavailable && error.applied === 'unknown') {
      return { kind: 'maybe-stored', error };
    }
    throw error;
  }
}

/** Without a key, a client's retry of a creation that may have been stored would be a second, paid one. */
interface MaybeStored {
  readonly kind: 'maybe-stored';
  readonly error: StorageUnavailable;
}
