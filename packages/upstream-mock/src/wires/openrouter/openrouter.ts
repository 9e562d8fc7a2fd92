import { createHmac } from 'node:crypto';
import { openRouter as facts } from '@filmgate/provider-facts';
import { callbackSecret } from '../../callbacks/standard-webhook.ts';
import { createWire } from '../../engine/described-wire.ts';
import { resultReply } from '../../results/result-reply.ts';
import { json } from '../../engine/json-body.ts';
import { other, read, submission } from '../../engine/routes.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderReply } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import { keptUntil } from '../../job/reported-job.ts';
import { openRouterModels } from './openrouter-models.ts';
import { openRouterSubmissionSchema } from './openrouter-submission.ts';

const videosPath = '/api/v1/videos';

/** OpenRouter: videos of many makers' models, which can be read and downloaded, but neither listed nor cancelled. */
export const createOpenRouter = createWire({
  facts,
  // `gen-vid-`, a time in seconds and 20 more characters; the time is not that of the job.
  taskId: (digits) =>
    `gen-vid-${1_767_225_600 + Number.parseInt(digits.slice(20), 16)}-${digits.slice(0, 20)}`,
  missing: '404',
  missingModel: '404',
  tooLong: '413',
  // The lifetime of the signed links is undocumented.
  kept: { fileMs: Infinity, linkMs: 3_600_000 },
  error: ({ code, status, message }) =>
    jsonReply(status, { error: { code: Number(code), message } }),
  accepted: (report) => jsonReply(202, videoOf(report)),
  // openrouter.ai, "Video generation" (read 2026-11-28). A forged one has another secret.
  callback: (report, { sentAt, isForged }, { seed }) => {
    const { polling_url: _path, urls: _links, ...video } = videoOf(report);
    const body = JSON.stringify({
      type: `video.generation.${video.status}`,
      created_at: new Date(report.now).toISOString(),
      data: { ...video, model: report.job.model },
    });
    const secret = callbackSecret(seed);
    const time = String(Math.floor(sentAt / 1_000));
    const key = isForged ? keyedDigest(secret, 'forger') : secret;
    const signature = createHmac('sha256', key).update(`${time},${body}`).digest('hex');
    const headers = {
      'x-openrouter-idempotency-key': `${video.id}-${video.status}`,
      'x-openrouter-signature': `t=${time},v1=${signature}`,
    };
    return { headers, body };
  },
  routes: [
    other({
      name: 'models',
      path: `${videosPath}/models`,
      isOpen: true,
      respond: () => jsonReply(200, openRouterModels),
    }),
    submission({ name: 'create', path: videosPath, read: json(openRouterSubmissionSchema) }),
    read({
      name: 'status',
      path: `${videosPath}/{id}`,
      respond: (report) => jsonReply(200, videoOf(report)),
    }),
    other({ name: 'content', path: `${videosPath}/{id}/content`, respond: content }),
  ],
});

/**
 * A job as @openrouter/sdk 1.3.19 types it (models/videogenerationresponse.d.ts), with the `urls` that
 * openrouter.ai/docs/api_reference/videos adds (read 2026-11-28). A credit costs a dollar.
 */
function videoOf(report: TaskReport) {
  const { job, state, isOpen, status, failure, charged, base } = report;
  const path = `${videosPath}/${job.id}`;
  const url = state === 'completed' ? report.url : null;
  return {
    id: job.id,
    polling_url: new URL(base + path).pathname,
    status,
    ...(!isOpen && { generation_id: job.id }),
    ...(state === 'completed' && {
      urls: url === null ? [] : [url],
      unsigned_urls: url === null ? [] : [`${base}${path}/content?index=0`],
      usage: { cost: charged, is_byok: false },
    }),
    ...(failure !== null && { error: failure.message }),
  };
}

async function content(call: WireCall): Promise<ProviderReply> {
  const { account, base, range, space, url, values } = call;
  const { world, results, links } = space;
  const job = space.ownJob(account, values['id'] ?? '');
  if (job === undefined) return space.refuse('404');
  const index = url.searchParams.get('index') ?? '0';
  if (!/^\d{1,6}$/.test(index))
    return space.invalid(null, 'index must be a whole number of at least 0');
  if (Number(index) > 0) return space.refuse('404');
  if ((keptUntil(job, world.clock) ?? Infinity) <= world.clock.now()) return space.refuse('410');
  const reading = await results.read(job, range);
  return resultReply(reading, { job, base, links }, (kind) => {
    switch (kind) {
      case 'absent':
        return space.refuse(world.stateOf(job) === 'completed' ? '404' : '409');
      case 'gone':
        return space.refuse('410');
      case 'forbidden':
        return space.refuse('403');
    }
  });
}
