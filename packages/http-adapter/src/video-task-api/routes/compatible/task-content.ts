import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendVideo } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { ownerOf } from '../../credentials.ts';
import { apiUserSecurity, errorAnswers, jobPath, videoAnswer } from '../../route-description.ts';

const contentQuery = z.object({
  download: z.string().optional().meta({ description: '`1` makes it an attachment.' }),
});

/** `GET` and `HEAD` on `/v1/videos/:id/content` [tasks.content.video]. */
export function registerTaskContent(app: FastifyInstance, context: VideoTaskContext): void {
  app.route<{ Params: { id: string }; Querystring: { download?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/v1/videos/:id/content',
    schema: {
      tags: ['Videos'],
      summary: 'Download the video',
      security: apiUserSecurity,
      params: jobPath,
      querystring: contentQuery,
      response: { 200: videoAnswer, 206: videoAnswer, ...errorAnswers },
    },
    config: { sendsFile: true },
    validatorCompiler: describedOnly,
    handler: (request, reply) =>
      sendVideo(context, {
        request,
        reply,
        job: { owner: ownerOf(request), origin: 'tasks', id: request.params.id },
        attachment: request.query.download === '1',
      }),
  });
}
