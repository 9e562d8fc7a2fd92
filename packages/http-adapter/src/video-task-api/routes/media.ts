import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noValidation } from '../../mechanics/route-compilers.ts';
import { jobNotFound, sendVideo } from '../answers.ts';
import type { VideoTaskContext } from '../context.ts';
import { routeNotFound } from '../error-handler.ts';
import { type Failure, sendFailure } from '../failure.ts';
import { errorAnswers, videoAnswer } from '../route-description.ts';

const mediaFile = /^(v[tj]_[0-9a-hjkmnp-tv-z]{26})\.mp4$/;
const mediaQuery = z.object({ expires: z.string().optional(), signature: z.string().optional() });

const signatureInvalid: Failure = {
  kind: 'signature-invalid',
  message: 'The link was altered, was revoked or has expired; read the task again for a new one.',
};

/** `GET` and `HEAD` on `/media/<id>.mp4` [media.no-header]: the signature is the only credential. */
export function registerMedia(app: FastifyInstance, context: VideoTaskContext): void {
  app.route<{ Params: { file: string }; Querystring: z.infer<typeof mediaQuery> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    schema: {
      tags: ['Videos'],
      summary: 'Play a video by its signed link',
      security: [],
      params: z.object({ file: z.string().meta({ description: '`<id>.mp4`' }) }),
      querystring: mediaQuery,
      response: { 200: videoAnswer, 206: videoAnswer, ...errorAnswers },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const id = mediaFile.exec(request.params.file)?.[1];
      if (id === undefined) return sendFailure(reply, routeNotFound);
      const { links, deps } = context;
      const { query } = request;
      const job = links.isUnexpired(query) ? await deps.jobs.find(id) : undefined;
      if (!(await links.isValid(id, job?.owner, query))) {
        return sendFailure(reply, signatureInvalid);
      }
      if (job === undefined) return sendFailure(reply, jobNotFound);
      return sendVideo(context, { request, reply, job, attachment: false });
    },
  });
}
