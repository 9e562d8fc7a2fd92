import { type AcceptResult, defaultModel } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { announceRetirement } from '../../http/announce-retirement.ts';
import { noteAskedModel, noteRequest } from '../../http/request-log.ts';
import { isFields } from '../../http/field-reader.ts';
import { readIdempotencyKey } from '../../http/request-headers.ts';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import { mediaResponse, sendResult } from '../../http/signed-media.ts';
import { acceptFailure } from '../accept-failure.ts';
import { jobPath, type VideoTaskContext } from '../context.ts';
import { ownerOf, readPolled, upstreamSecurity } from '../credentials.ts';
import { errorResponses, type Failure, jobNotFound, sendFailure, videoWords } from '../failure.ts';
import { replayRefused } from '../replay-refused.ts';
import type { DecodedRequest } from '../request-fields.ts';
import { decodeNativeJobRequest, nativeJobBody } from './native-job-request.ts';
import { nativePlugin } from './plugin-model.ts';
import { type NativeContext, nativeJob, nativeJobText } from './native-job.ts';

/** Headers of a native creation. */
const nativeCreationHeaders = z.object({
  'idempotency-key': z.string().meta({ description: '8 to 128 visible ASCII characters.' }),
});

const keyLimits = { minimum: 8, maximum: 128 };

type Key =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** `POST /api/v1/video-jobs` [native.jobs.first-202]. */
export function registerCreateJob(app: FastifyInstance, context: NativeContext): void {
  app.post('/api/v1/video-jobs', {
    schema: {
      tags: ['Native jobs'],
      summary: 'Create a job',
      security: upstreamSecurity,
      headers: nativeCreationHeaders,
      body: nativeJobBody,
      response: { 202: nativeJob, 200: nativeJob.describe('Replayed.'), ...errorResponses },
    },
    bodyLimit: context.settings.jsonBodyBytes,
    validatorCompiler: noValidation,
    // Before the body, in the promised order of checks.
    onRequest: (request, reply, done) => {
      const key = readKey(request);
      if (key.kind === 'refused') sendFailure(reply, key.failure);
      else done();
    },
    handler: (request, reply) => createJob(context, { request, reply, prefix: app.prefix }),
  });
}

function readKey(request: FastifyRequest): Key {
  const param = 'Idempotency-Key';
  const reading = readIdempotencyKey(request.raw.rawHeaders, keyLimits);
  switch (reading.kind) {
    case 'key':
      return reading;
    case 'absent':
      return {
        kind: 'refused',
        failure: { kind: 'idempotency-key-required', message: `${param} is required.`, param },
      };
    case 'invalid': {
      const message = `${param} ${reading.reason}.`;
      return { kind: 'refused', failure: { kind: 'idempotency-key-invalid', message, param } };
    }
  }
}

interface Creation {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prefix: string;
}

async function createJob(
  context: NativeContext,
  { request, reply, prefix }: Creation,
): Promise<FastifyReply> {
  const { deps, settings } = context;
  const key = readKey(request);
  if (key.kind === 'refused') return sendFailure(reply, key.failure);
  const { body } = request;
  const { pluginModel } = settings;
  const catalog = deps.gateway.catalog();
  if (isFields(body)) {
    const behind = pluginModel ?? defaultModel(catalog, 'tasks');
    const asked = body['plugin'] === nativePlugin ? behind : body['plugin'];
    noteAskedModel(request, asked, catalog);
  }
  const decoded = decodeNativeJobRequest(body, { catalog, pluginModel });
  if (decoded.kind === 'decoded')
    announceRetirement(reply, decoded.draft, { catalog, now: deps.clock.now() });
  const result = await accept(context, request, { decoded, key: key.key });
  if (result.kind === 'refused') return sendFailure(reply, result.failure);
  if (result.kind !== 'accepted' && result.kind !== 'replayed') {
    return sendFailure(reply, acceptFailure(result, 'native'));
  }
  noteRequest(request, { jobId: result.job.id });
  if (result.kind === 'replayed') reply.header('idempotency-replayed', 'true');
  reply
    .code(result.kind === 'accepted' ? 202 : 200)
    .header('location', `${prefix}/api/v1/video-jobs/${result.job.id}`);
  return sendText(reply, await nativeJobText(context, result.job));
}

async function accept(
  { deps }: NativeContext,
  request: FastifyRequest,
  { decoded, key }: { readonly decoded: DecodedRequest; readonly key: string },
): Promise<AcceptResult | Extract<DecodedRequest, { readonly kind: 'refused' }>> {
  const owner = ownerOf(request);
  const idempotency = { scope: `${owner}/video-jobs`, key };
  if (decoded.kind === 'refused') return replayRefused(deps.gateway, decoded, idempotency);
  const { model, prompt } = decoded.draft;
  noteRequest(request, { model, prompt });
  return deps.gateway.accept({
    owner,
    surface: 'native',
    jobId: `vj_${deps.ids.next()}`,
    idempotency,
    content: decoded.content,
    draft: decoded.draft,
    warnings: decoded.warnings,
    whenAccountUnavailable: 'await-configuration',
  });
}

/** `GET /api/v1/video-jobs/:id` [native.jobs.read]. */
export function registerGetJob(app: FastifyInstance, context: NativeContext): void {
  const schema = {
    tags: ['Native jobs'],
    summary: 'Read a job',
    security: upstreamSecurity,
    params: jobPath,
    response: { 200: nativeJob, ...errorResponses },
  };
  const options = { schema, validatorCompiler: noValidation };
  app.get<{ Params: { id: string } }>('/api/v1/video-jobs/:id', options, async (request, reply) => {
    const job = await readPolled(context, request, { surface: 'native', id: request.params.id });
    if (job === undefined) return sendFailure(reply, jobNotFound);
    return sendText(reply, await nativeJobText(context, job));
  });
}

/** `GET` and `HEAD` on `/api/v1/video-jobs/:id/video` [native.jobs.video]: the video as an attachment. */
export function registerJobVideo(app: FastifyInstance, context: VideoTaskContext): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/v1/video-jobs/:id/video',
    schema: {
      tags: ['Native jobs'],
      summary: 'Download the video',
      security: upstreamSecurity,
      params: jobPath,
      response: { 200: mediaResponse, 206: mediaResponse, ...errorResponses },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: (request, reply) =>
      sendResult(context, videoWords, {
        request,
        reply,
        job: { owner: ownerOf(request), surface: 'native', id: request.params.id },
        isAttachment: true,
      }),
  });
}
