import type { FastifyInstance } from 'fastify';
import { noteCall } from '../../../mechanics/call-facts.ts';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { jobNotFound, nativeJobText, sendText } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { ownerOf } from '../../credentials.ts';
import { sendFailure } from '../../failure-response.ts';
import { errorAnswers, jobPath, upstreamSecurity } from '../../route-description.ts';
import { nativeJob } from '../../schemas/native-job.ts';

/** `GET /api/v1/video-jobs/:id` [native.jobs.read]. */
export function registerGetJob(app: FastifyInstance, context: VideoTaskContext): void {
  const { gateway } = context.deps;
  const schema = {
    tags: ['Native jobs'],
    summary: 'Read a job',
    security: upstreamSecurity,
    params: jobPath,
    response: { 200: nativeJob, ...errorAnswers },
  };
  const options = { schema, validatorCompiler: describedOnly };
  app.get<{ Params: { id: string } }>('/api/v1/video-jobs/:id', options, async (request, reply) => {
    noteCall(request, { isPoll: true });
    const job = await gateway.get({
      owner: ownerOf(request),
      origin: 'native',
      id: request.params.id,
    });
    if (job === undefined) return sendFailure(reply, jobNotFound);
    noteCall(request, { jobId: job.id });
    return sendText(reply, await nativeJobText(context, job));
  });
}
