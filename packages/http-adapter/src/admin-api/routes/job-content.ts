import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noValidation } from '../../mechanics/route-compilers.ts';
import { sendStoredResult } from '../../mechanics/send-stored-result.ts';
import type { AdminContext } from '../context.ts';
import { sendAdminFailure } from '../failure.ts';
import { errorAnswers, idPath, sessionSecurity as security } from '../schemas/page.ts';

const media = {
  description: 'The MP4 or PNG; a part of it with Range.',
  content: {
    'video/mp4': { schema: z.string().meta({ format: 'binary' }) },
    'image/png': { schema: z.string().meta({ format: 'binary' }) },
  },
};

/** `GET` and `HEAD` on `jobs/:id/content`: the stored result of any owner's job, for the console to show. */
export function registerJobContent(app: FastifyInstance, { deps, bytes }: AdminContext): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/jobs/:id/content',
    schema: {
      tags: ['Jobs'],
      summary: 'Read the stored result of a job',
      security,
      params: idPath,
      response: { 200: media, 206: media, ...errorAnswers },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const job = await deps.jobs.find(request.params.id);
      const opened = job === undefined ? undefined : await deps.gateway.openResult(job);
      if (opened?.kind !== 'opened') {
        const detail = 'There is no such job, or no result of it.';
        return sendAdminFailure(reply, { kind: 'not-found', detail });
      }
      return sendStoredResult(
        { bytes, log: deps.log },
        {
          request,
          reply,
          jobId: request.params.id,
          opened,
          attachment: null,
          unsatisfiable: {
            body: { detail: `The file has ${opened.result.size} bytes.` },
            errorCode: 'range_not_satisfiable',
          },
        },
      );
    },
  });
}
