import type { FastifyInstance } from 'fastify';
import { abortWhenGone } from '../../../mechanics/abort-when-gone.ts';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendText } from '../../answers.ts';
import { workbenchCheck } from '../../schemas/workbench-job.ts';
import { jobNotFound, mountPrefix, showJobs } from '../../workbench-answers.ts';
import { type WorkbenchContext, workbenchOwner } from '../../workbench-context.ts';
import {
  sessionSecurity,
  workbenchErrors,
  workbenchJobPath,
  workbenchTags,
} from '../../workbench-description.ts';
import { sendWorkbenchFailure } from '../../workbench-failure.ts';

/** `POST /local-video/jobs/:id/check` [workbench.check]: looks, and never submits. */
export function registerCheckJob(app: FastifyInstance, context: WorkbenchContext): void {
  const { gateway } = context.deps;
  const schema = {
    tags: workbenchTags,
    summary: 'Check a job',
    description: 'Asks the upstream where it can be asked; never submits anything.',
    security: sessionSecurity,
    params: workbenchJobPath,
    response: { 200: workbenchCheck, ...workbenchErrors },
  };
  const prefix = mountPrefix(app.prefix);
  const options = { schema, validatorCompiler: describedOnly };
  app.post<{ Params: { id: string } }>('/jobs/:id/check', options, async (request, reply) => {
    const { id } = request.params;
    const own = await gateway.get({ ...workbenchOwner, id });
    if (own === undefined) return sendWorkbenchFailure(reply, jobNotFound);
    const result = await gateway.check({ id, signal: abortWhenGone(reply) });
    if (result.kind === 'not-found') return sendWorkbenchFailure(reply, jobNotFound);
    const [job] = await showJobs(context, [result.job], prefix);
    return sendText(reply, JSON.stringify({ job, checked: result.against }));
  });
}
