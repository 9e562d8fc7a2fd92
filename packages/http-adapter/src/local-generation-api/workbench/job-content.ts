import { mediaResponse } from '../../http/signed-media.ts';
import { openStored, type Reference } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ServeFile } from '../../http/delivery.ts';
import { lostResult } from '../../http/lost-result.ts';
import { noteRequest } from '../../http/request-log.ts';
import { noValidation } from '../../http/route-compilers.ts';
import { sendStoredFile } from '../../http/send-stored-file.ts';
import { variantProblem } from '../../http/result-variant.ts';
import {
  jobNotFound,
  sessionSecurity,
  type WorkbenchContext,
  workbenchJobPath,
  workbenchOwner,
  workbenchTags,
} from './context.ts';
import {
  sendWorkbenchFailure,
  workbenchErrorResponses,
  workbenchErrors,
  type WorkbenchFailure,
} from './failure.ts';

const contentQuery = z.object({
  download: z.string().optional().meta({ description: '`1` = as an attachment.' }),
});

/** `GET` and `HEAD` on `/local-video/jobs/:id/content` [workbench.content]. */
export function registerJobContent(app: FastifyInstance, context: WorkbenchContext): void {
  app.route<{ Params: { id: string }; Querystring: { download?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/jobs/:id/content',
    schema: {
      tags: workbenchTags,
      summary: 'Download the video',
      security: sessionSecurity,
      params: workbenchJobPath,
      querystring: contentQuery,
      response: { 200: mediaResponse, 206: mediaResponse, ...workbenchErrorResponses },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: (request, reply) => {
      const { id } = request.params;
      const isAttachment = request.query.download === '1';
      return sendContent(context, { request, reply, id, isAttachment });
    },
  });
}

interface Download {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly id: string;
  readonly isAttachment: boolean;
}

async function sendContent(
  { deps, bytes }: WorkbenchContext,
  { request, reply, id, isAttachment }: Download,
): Promise<FastifyReply> {
  const variant = variantProblem(request);
  if (variant !== undefined)
    return sendWorkbenchFailure(reply, { kind: 'field-invalid', detail: variant });
  const opened = await deps.gateway.openResult({ ...workbenchOwner, id });
  if (opened.kind === 'not-found') return sendWorkbenchFailure(reply, jobNotFound);
  if (opened.kind !== 'opened') return workbenchErrors.send(reply, lostResult(opened, 'video'));
  const { blob, result: file } = opened;
  return sendStoredFile(
    { bytes, log: deps.log },
    {
      request,
      reply,
      jobId: id,
      opened: { blob, file },
      isAttachment,
      unsatisfiable: {
        body: { detail: `The file has ${file.size} bytes.` },
        errorCode: 'range_not_satisfiable',
      },
    },
  );
}

const binary = { schema: z.string().meta({ format: 'binary' }) };
const imageResponse = {
  description: 'Image, or a part with Range.',
  content: { 'image/png': binary, 'image/jpeg': binary, 'image/webp': binary },
};

const imagePath = z.object({
  id: z.string(),
  index: z.string().meta({ description: 'Index of the image in the request, from 0.' }),
});

const notKept: WorkbenchFailure = {
  kind: 'not-found',
  detail: 'There is no such job or image, or the image was removed.',
};

/** `GET` and `HEAD` on `/local-video/jobs/:id/references/:index`: a reference image of a job of the workbench. */
export function registerJobReference(app: FastifyInstance, context: WorkbenchContext): void {
  const { deps, bytes } = context;
  app.route<{ Params: { id: string; index: string } }>({
    method: ['GET', 'HEAD'],
    url: '/jobs/:id/references/:index',
    schema: {
      tags: workbenchTags,
      summary: 'Download a reference image',
      security: sessionSecurity,
      params: imagePath,
      response: { 200: imageResponse, 206: imageResponse, ...workbenchErrorResponses },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const { id, index } = request.params;
      const job = await deps.gateway.get({ ...workbenchOwner, id });
      const reference = /^\d$/.test(index) ? job?.request.references[Number(index)] : undefined;
      if (reference === undefined) return sendWorkbenchFailure(reply, notKept);
      const opened = await openStored(deps.referenceBlobs, reference);
      if (opened.kind === 'damaged') return sendWorkbenchFailure(reply, notKept);
      await bytes.serve(request, reply, {
        blob: opened.blob,
        ...responseOf(request, reference),
        onClosed: ({ error, ...served }) => {
          const fields = { request_id: request.id, job: id, reference: index, ...served };
          if (served.end === 'failed') deps.log.error('reference_not_sent', error, fields);
          else deps.log.info('reference_sent', fields);
        },
      });
      return reply;
    },
  });
}

function responseOf(
  request: FastifyRequest,
  { sha256, contentType, size }: Reference,
): Omit<ServeFile, 'blob' | 'onClosed'> {
  return {
    etag: `"${sha256}"`,
    contentType,
    headers: { 'cache-control': 'private' },
    unsatisfiableBody: JSON.stringify({ detail: `The file has ${size} bytes.` }),
    onUnsatisfiable: () => noteRequest(request, { errorCode: 'range_not_satisfiable' }),
  };
}
