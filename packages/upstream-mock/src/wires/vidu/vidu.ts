import { vidu as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { readAuthorization } from '../../engine/authorization.ts';
import { createWire } from '../../engine/described-wire.ts';
import { pageAfter } from '../../engine/pages.ts';
import { end, list, other, read, submission } from '../../engine/routes.ts';
import { referencesIn, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { numericId } from '../../engine/task-id.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { viduCallbackHeaders } from './vidu-signature.ts';

const dayMs = 24 * 3_600_000;

/** Numbers of images that each call requires. */
const images: { readonly [call: string]: readonly [least: number, most: number] } = {
  text2video: [0, 0],
  img2video: [1, 1],
  'start-end2video': [2, 2],
  reference2video: [1, 7],
};

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  prompt: z.string().max(5_000).optional(),
  images: z.array(z.string().min(1)).max(7).default([]),
  duration: z.int().min(1).max(16).default(5),
  resolution: z.enum(['540p', '720p', '1080p']).default('720p'),
  aspect_ratio: z.enum(['16:9', '9:16', '3:4', '4:3', '1:1']).default('16:9'),
  audio: z.boolean().default(true),
  payload: z.string().max(1_048_576).default(''),
  callback_url: z.string().optional(),
});

/** Body of a submission (platform.vidu.com/docs/text-to-video and its siblings, read 2026-12-01). */
function bodyOf(route: string, [least, most]: readonly [least: number, most: number]) {
  return videoBody(bodySchema, (body) => {
    const { model, prompt, duration, resolution, audio, payload } = body;
    const count = body.images.length;
    const isFramed = route !== 'text2video' && route !== 'reference2video';
    return {
      model,
      prompt,
      durationSeconds: duration,
      aspectRatio: isFramed ? 'adaptive' : body.aspect_ratio,
      resolution,
      audio,
      references: referencesIn({ images: body.images }),
      echo: { resolution, payload, aspect_ratio: body.aspect_ratio },
      callback: { url: body.callback_url, field: 'callback_url', events: ['processing', 'ended'] },
      problems: [
        unreadToken(body, ['model', 'prompt']),
        !isFramed && (prompt ?? '') === '' && ['prompt', 'is missing or empty'],
        (count < least || count > most) && ['images', `${route} has ${least} to ${most} images`],
      ],
    };
  });
}

/** Vidu: tasks that are listed, read and cancelled, and keep the caller's own text. */
export const createVidu = createWire({
  facts,
  credential: (call) => readAuthorization(call, /^Token +(\S{1,4096})$/i),
  taskId: numericId,
  missing: 'TaskNotFound',
  missingModel: 'ModelUnavailable',
  // Links live for 24 hours (platform.vidu.com/docs/get-generation, read 2026-12-01).
  kept: { fileMs: Infinity, linkMs: dayMs },
  error: ({ code, status, message, requestId }) =>
    jsonReply(status, { code: status, reason: code, message, metadata: { trace_id: requestId } }),
  unknownRoute: (message) =>
    jsonReply(404, { code: 404, reason: 'NotFound', message, metadata: {} }),
  invalid: ({ field, message }, space) => {
    if (field !== null && /received undefined|is missing/.test(message))
      return space.refuse('FieldLacking', `field is missing or empty: ${field}`);
    return space.refuse('FieldInvalid', `invalid field: ${field ?? 'the body'}: ${message}`);
  },
  accepted: ({ job, isOpen, status }) =>
    jsonReply(200, {
      task_id: job.id,
      state: isOpen ? 'created' : status,
      ...askedOf(job),
      payload: job.echo['payload'],
      credits: job.charge,
      created_at: new Date(job.acceptedAt).toISOString(),
    }),
  callback: (report, callback) => ({
    body: JSON.stringify(taskOf(report)),
    headers: viduCallbackHeaders(callback),
  }),
  routes: [
    ...Object.entries(images).map(([route, counts]) =>
      submission(route, `/ent/v2/${route}`, bodyOf(route, counts)),
    ),
    list('list', '/ent/v2/tasks', tasksOf),
    read('status', '/ent/v2/tasks/{id}/creations', (report) => jsonReply(200, taskOf(report))),
    end('cancel', '/ent/v2/tasks/{id}/cancel', { act: cancel, method: 'POST' }),
    other('credits', '/ent/v2/credits', creditsOf),
  ],
});

function askedOf({ model, prompt, durationSeconds, echo }: MockJob) {
  const { resolution, aspect_ratio } = echo;
  return { model, prompt, duration: durationSeconds, resolution, aspect_ratio };
}

/** A task in reads and callbacks. */
function taskOf({ job, status, failure, charged, isOpen, url }: TaskReport) {
  return {
    id: job.id,
    state: status,
    err_code: failure?.code ?? '',
    credits: isOpen ? job.charge : charged,
    payload: job.echo['payload'],
    creations: url === null ? [] : [{ id: `creation-${job.id}`, url }],
  };
}

/** The tasks of the last seven days; no page shows a `payload` in the list (…/docs/tasks-list, read 2026-12-01). */
function tasksOf(jobs: readonly MockJob[], call: WireCall) {
  const { space, url } = call;
  const size = Number(url.searchParams.get('pager.pagesz') ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > 100)
    return space.invalid('pager.pagesz', 'must be from 1 to 100');
  const since = space.world.clock.now() - space.world.clock.scaled(7 * dayMs);
  const recent = jobs.filter(({ acceptedAt }) => acceptedAt >= since);
  const page = pageAfter(recent, { cursor: url.searchParams.get('pager.page_token'), limit: size });
  if (page === undefined) return space.invalid('pager.page_token', 'is unknown');
  const tasks = page.items.map((job) => {
    const { payload: _, ...task } = taskOf(space.report(job, call));
    return { ...task, ...askedOf(job), created_at: new Date(job.acceptedAt).toISOString() };
  });
  return jsonReply(200, { tasks, next_page_token: page.next ?? '' });
}

/** Only a task that waits can be cancelled (…/docs/cancel-generation, read 2026-12-01). */
function cancel(job: MockJob, { space }: WireCall) {
  const state = space.world.jobs.stateOf(job);
  if (state !== 'queued')
    return space.refuse('BadRequest', `task state is ${facts.states[state]}, can not cancel`);
  space.end(job);
  return jsonReply(200, {});
}

function creditsOf({ account, space: { world } }: WireCall) {
  const { concurrency } = world.accounts.settings(account);
  const metered = {
    type: 'metered',
    credit_remain: world.accounts.creditsOf(account),
    concurrency_limit: concurrency,
    current_concurrency: world.accounts.inFlight(account),
  };
  return jsonReply(200, { remains: [metered], packages: [] });
}
