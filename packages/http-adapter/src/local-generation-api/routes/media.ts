import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noValidation } from '../../mechanics/route-compilers.ts';
import { resultNotFound, sendResult } from '../answers.ts';
import type { LocalContext } from '../context.ts';
import { resultExtensions } from '../encode/result-links.ts';
import { routeNotFound } from '../error-handler.ts';
import { type Failure, sendFailure } from '../failure.ts';
import { errorAnswers, mediaAnswer } from '../route-description.ts';

const mediaFile = /^(lj_[0-9a-hjkmnp-tv-z]{26})\.(mp4|png)$/;
const mediaQuery = z.object({ expires: z.string().optional(), signature: z.string().optional() });

const signatureInvalid: Failure = {
  kind: 'signature-invalid',
  message: 'The link was altered, was revoked or has expired.',
};

/** `GET` and `HEAD` on `/media/<job>.<ext>` [local.result.url]: the signature is the only credential. */
export function registerMedia(app: FastifyInstance, context: LocalContext): void {
  app.route<{ Params: { file: string }; Querystring: z.infer<typeof mediaQuery> }>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    schema: {
      tags: ['Generation'],
      summary: 'Fetch a result by its signed link',
      security: [],
      params: z.object({ file: z.string().meta({ description: '`<job>.mp4` or `<job>.png`' }) }),
      querystring: mediaQuery,
      response: { 200: mediaAnswer, 206: mediaAnswer, ...errorAnswers },
    },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const { file } = request.params;
      const [, id, extension] = mediaFile.exec(file) ?? [];
      if (id === undefined) return sendFailure(reply, routeNotFound);
      const { links, deps } = context;
      const { query } = request;
      const job = links.isUnexpired(query) ? await deps.jobs.find(id) : undefined;
      if (!(await links.isValid(file, job?.owner, query))) {
        return sendFailure(reply, signatureInvalid);
      }
      if (job === undefined || resultExtensions[job.request.mediaType] !== extension) {
        return sendFailure(reply, resultNotFound);
      }
      return sendResult(context, { request, reply, job, attachment: null });
    },
  });
}
