import type { FastifyInstance } from 'fastify';
import { noteCall } from '../../../mechanics/call-facts.ts';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { jobNotFound, sendPolledTask } from '../../answers.ts';
import type { VideoTaskContext } from '../../context.ts';
import { ownerOf } from '../../credentials.ts';
import { sendFailure } from '../../failure-response.ts';
import { apiUserSecurity, errorAnswers, jobPath } from '../../route-description.ts';
import { taskObject } from '../../schemas/task-object.ts';

/** `GET /v1/videos/:id` [tasks.read.own-200]: what clients poll. */
export function registerGetTask(app: FastifyInstance, context: VideoTaskContext): void {
  const { gateway } = context.deps;
  const schema = {
    tags: ['Videos'],
    summary: 'Read a task',
    description: 'Poll every 3 to 10 seconds until the status is completed or failed.',
    security: apiUserSecurity,
    params: jobPath,
    response: { 200: taskObject, ...errorAnswers },
  };
  const options = { schema, validatorCompiler: describedOnly };
  app.get<{ Params: { id: string } }>('/v1/videos/:id', options, async (request, reply) => {
    noteCall(request, { isPoll: true });
    const job = await gateway.get({
      owner: ownerOf(request),
      origin: 'tasks',
      id: request.params.id,
    });
    if (job === undefined) return sendFailure(reply, jobNotFound);
    noteCall(request, { jobId: job.id });
    return sendPolledTask(context, { request, reply, job });
  });
}
