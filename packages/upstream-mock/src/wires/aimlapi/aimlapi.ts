import { aimlapi as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { modelInputSchema } from '../../engine/model-input.ts';
import { json } from '../../engine/json-body.ts';
import { read, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { ReadSubmission, TaskReport } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';

const generationsPath = '/v2/video/generations';

/** Body of `POST /v2/video/generations`: the fields of all makers' models. */
const bodySchema = z
  .looseObject({ model: z.string().min(1).max(200) })
  .transform(({ model, ...sent }, context): ReadSubmission => {
    const { data: input, error } = modelInputSchema.safeParse(sent);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
    return input === undefined ? z.NEVER : { content: { ...input.submission, model, echo: {} } };
  });

/** AI/ML API: `/v2/video/generations`, whose tasks can be read by their id, but neither listed nor cancelled. */
export const createAimlapi = createWire({
  facts,
  taskId: uuidOf,
  missing: '404',
  tooLong: '413',
  // The lifetime of links is undocumented, and a week stands for it.
  kept: { fileMs: 7 * 24 * 3_600_000 },
  error: ({ status, message, requestId }) =>
    jsonReply(status, { requestId, statusCode: status, message }),
  accepted: (report) => jsonReply(200, generationOf(report)),
  routes: [
    submission({ name: 'create', path: generationsPath, read: json(bodySchema) }),
    read({
      name: 'status',
      path: generationsPath,
      find: ({ account, space, url }) =>
        space.ownJob(account, url.searchParams.get('generation_id') ?? ''),
      respond: (report) => jsonReply(200, generationOf(report)),
    }),
  ],
});

/** A generation (docs.aimlapi.com/api-references/video-models, read 2026-11-29). */
function generationOf(report: TaskReport) {
  const { job, state, status, failure, charged } = report;
  const url = state === 'completed' ? report.url : null;
  return {
    id: job.id,
    status,
    model: job.model,
    video: url === null ? null : { url, duration: job.durationSeconds },
    error: failure === null ? null : { name: failure.code, message: failure.message },
    meta: { usage: { credits_used: charged } },
  };
}
