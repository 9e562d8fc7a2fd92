import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendStoredResult } from '../../../mechanics/send-stored-result.ts';
import { mediaAnswer } from '../../route-description.ts';
import { jobNotFound } from '../../workbench-answers.ts';
import { type WorkbenchContext, workbenchOwner } from '../../workbench-context.ts';
import {
  sessionSecurity,
  workbenchErrors,
  workbenchJobPath,
  workbenchTags,
} from '../../workbench-description.ts';
import { sendWorkbenchFailure } from '../../workbench-failure.ts';

const contentQuery = z.object({
  download: z.string().optional().meta({ description: '`1` makes it an attachment.' }),
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
      response: { 200: mediaAnswer, 206: mediaAnswer, ...workbenchErrors },
    },
    config: { sendsFile: true },
    validatorCompiler: describedOnly,
    handler: (request, reply) => {
      const { id } = request.params;
      const attachment = request.query.download === '1' ? `${id}.mp4` : null;
      return sendContent(context, { request, reply, id, attachment });
    },
  });
}

interface Download {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly id: string;
  /** Name for saving it; shown in place when null. */
  readonly attachment: string | null;
}

async function sendContent(
  { deps, bytes }: WorkbenchContext,
  { request, reply, id, attachment }: Download,
): Promise<FastifyReply> {
  const opened = await deps.gateway.openResult({ ...workbenchOwner, id });
  if (opened.kind === 'not-found') return sendWorkbenchFailure(reply, jobNotFound);
  return sendStoredResult(
    { bytes, log: deps.log },
    {
      request,
      reply,
      jobId: id,
      opened,
      attachment,
      unsatisfiable: {
        body: { detail: `The file has ${opened.result.size} bytes.` },
        errorCode: 'range_not_satisfiable',
      },
    },
  );
}
