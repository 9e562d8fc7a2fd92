import { errorOf, xai as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { json } from '../../engine/json-body.ts';
import { read, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { xaiSubmissionSchema, xaiTasks } from './xai-submission.ts';

/** Links are temporary, and requests expire: the time is undocumented, and a day stands for it. */
const keptMs = 24 * 3_600_000;

/** Units of `cost_in_usd_ticks` per credit; a credit of the mock is a cent. */
const ticksPerCredit = 100_000_000;

/** xAI: requests for videos of Grok Imagine, which can be read, but neither listed nor cancelled. */
export const createXai = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not-found',
  missingModel: 'not-found',
  // An invalid key is reported as an invalid field.
  credentialCodes: { expired: 'invalid-argument.key' },
  kept: { fileMs: keptMs },
  error: ({ code, status, message }) => {
    const [reported = '', own] = code.split('.');
    // If only the text distinguishes errors, it never varies.
    const error = own === undefined ? message : errorOf(facts, code).message;
    return jsonReply(status, { code: reported, error });
  },
  accepted: ({ job: { id } }) => jsonReply(200, { request_id: id }),
  routes: [
    ...xaiTasks.map((task) =>
      submission({ name: task, path: `/v1/videos/${task}`, read: json(xaiSubmissionSchema(task)) }),
    ),
    read({
      name: 'status',
      path: '/v1/videos/{id}',
      respond: (report, { space }) =>
        isExpired(report, space) ? jsonReply(200, { status: 'expired' }) : requestOf(report),
    }),
  ],
});

function isExpired({ job, now }: TaskReport, { world: { clock } }: WireSpace): boolean {
  return now >= job.endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
}

/**
 * A request in xAI's response: with 202 while it is open. A video that moderation withholds is done and charged, and
 * has no link (docs.x.ai as withone.ai/knowledge/x-ai repeats it, and `@ai-sdk/xai` 5.0.12; read 2026-11-28). Callers
 * have also seen a 400 that names the cost (`vercel/ai` pull request 13390): so do models whose names end in `-as-400`.
 */
function requestOf(report: TaskReport): ProviderResponse {
  const { job, state, isOpen, status, failure, progress, charged } = report;
  const { model, instructions } = job;
  if (isOpen) return jsonReply(202, { status, progress });
  const usage = { cost_in_usd_ticks: charged * ticksPerCredit };
  const isKeptBack =
    state === 'failed' && instructions.fail === 'internal' && instructions.keptCharge === 1;
  if (state === 'failed' && !isKeptBack) {
    const video = { duration: 0, respect_moderation: true };
    return jsonReply(200, {
      status,
      video,
      model,
      usage,
      error: failure ?? facts.failures.internal,
    });
  }
  if (isKeptBack && stripMagicTokens(model).endsWith('-as-400')) {
    const { code, status: refused, message } = errorOf(facts, 'imagine:content-moderated');
    return jsonReply(refused, { code, error: message, usage });
  }
  const url = state === 'completed' ? report.url : null;
  const video = {
    ...(url !== null && { url }),
    duration: job.durationSeconds,
    respect_moderation: !isKeptBack,
  };
  return jsonReply(200, { status: facts.states.completed, video, model, usage, progress: 100 });
}
