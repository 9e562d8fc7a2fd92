import { aimlapi as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { modelInput } from '../../engine/model-input.ts';
import { read, submission } from '../../engine/routes.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';

const generationsPath = '/v2/video/generations';

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
    // The fields of all makers' models.
    submission(
      'create',
      generationsPath,
      videoBody(z.looseObject({ model: z.string().min(1).max(200) }), ({ model, ...sent }) => ({
        ...modelInput(sent).video,
        model,
      })),
    ),
    read('status', generationsPath, {
      respond: (report) => jsonReply(200, generationOf(report)),
      find: ({ account, space, url }) =>
        space.ownJob(account, url.searchParams.get('generation_id') ?? ''),
    }),
  ],
});

/** A generation (docs.aimlapi.com/api-references/video-models, read 2026-11-29). */
function generationOf({ job, status, failure, charged, url }: TaskReport) {
  return {
    id: job.id,
    status,
    model: job.model,
    video: url === null ? null : { url, duration: job.durationSeconds },
    error: failure === null ? null : { name: failure.code, message: failure.message },
    meta: { usage: { credits_used: charged } },
  };
}
