import type { FastifyInstance } from 'fastify';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendVideo } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { ownerOf } from '../../credentials.ts';
import { errorAnswers, jobPath, upstreamSecurity, videoAnswer } from '../../route-description.ts';

/** `GET` and `HEAD` on `/api/v1/video-jobs/:id/video` [native.jobs.video]: the MP4 as an attachment. */
export function registerJobVideo(app: FastifyInstance, context: VideoTaskContext): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/api/v1/video-jobs/:id/video',
    schema: {
      tags: ['Native jobs'],
      summary: 'Download the video',
      security: upstreamSecurity,
      params: jobPath,
      response: { 200: videoAnswer, 206: videoAnswer, ...errorAnswers },
    },
    config: { sendsFile: true },
    validatorCompiler: describedOnly,
    handler: (request, reply) =>
      sendVideo(context, {
        request,
        reply,
        job: { owner: ownerOf(request), origin: 'native', id: request.params.id },
        attachment: true,
      }),
  });
}
