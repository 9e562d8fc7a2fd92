import { errorOf, runway as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { ratioPixels } from '../../engine/ratio-pixels.ts';
import { end, other, read, submission } from '../../engine/routes.ts';
import { referencesIn, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { emptyReply, jsonReply } from '../../http/provider-request.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

/** The only API version, which calls must request (docs.dev.runwayml.com/api-details/versioning). */
const version = '2024-11-06';

const dayMs = 24 * 3_600_000;
const docUrl = 'https://docs.dev.runwayml.com/api';

/** Duration of a video that leaves its duration to the model, in seconds. */
const ownDuration = 5;

/** Required fields of each task; one of several is enough, and the first one is reported. */
const tasks: { readonly [task: string]: readonly [string, ...string[]] } = {
  text_to_video: ['promptText'],
  image_to_video: ['promptImage'],
  video_to_video: ['videoUri', 'promptVideo'],
  text_to_image: ['promptText'],
};

/** Fields that the models share, as the official client types them (@runwayml/sdk 4.20.1); each has further ones. */
const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  // UTF-16 units: the limit of the models with the longest prompts.
  promptText: z.string().min(1).max(3_500).optional(),
  negativePrompt: z.string().max(3_500).optional(),
  ratio: z.string().max(200).default('1280:720'),
  resolution: z.string().max(20).default('720p'),
  duration: z.union([z.literal('auto'), z.int().min(2).max(60)]).default(ownDuration),
  audio: z.boolean().default(true),
});

/** Runway: tasks of many models, which can be read, cancelled and deleted, but not listed. */
export const createRunway = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not_found',
  wrongMethod: 'method_not_allowed',
  // Links expire after 24 to 48 hours; reads return new ones (@runwayml/sdk 4.20.1, resources/tasks.d.ts).
  kept: { fileMs: Infinity, linkMs: dayMs },
  error: ({ code, status, message, field }) => {
    if (code === facts.unlisted.code) return jsonReply(status, { error: message });
    // Only the text distinguishes errors, so it never varies; problems of a body are issues.
    const error = errorOf(facts, code).message;
    if (code !== 'validation_failed') return jsonReply(status, { error, docUrl });
    const path = field === null ? [] : field.split('.');
    return jsonReply(status, { error, issues: [{ code: 'custom', path, message }], docUrl });
  },
  before: (call) =>
    call.header('x-runway-version') === version ? undefined : call.space.refuse('invalid_version'),
  invalid: ({ field, message }, space) => space.refuse('validation_failed', message, { field }),
  accepted: ({ job: { id, charge } }) => jsonReply(200, { id, estimatedCost: { credits: charge } }),
  routes: [
    ...Object.entries(tasks).map(([task, needed]) =>
      submission(task, `/v1/${task}`, taskBody(task, needed)),
    ),
    read('status', '/v1/tasks/{id}', (report, call) =>
      jsonReply(200, taskOf(report, isFull(call))),
    ),
    end('cancel', '/v1/tasks/{id}', (job, { space }) => {
      space.end(job);
      return emptyReply(204);
    }),
    other('organization', '/v1/organization', organization),
  ],
});

/** Body of `POST /v1/text_to_video` and its siblings. */
function taskBody(task: string, needed: readonly [string, ...string[]]) {
  return videoBody(bodySchema, (body) => {
    const { model, ratio, resolution, duration, audio } = body;
    const isImage = task === 'text_to_image';
    const pixels = pixelsOf(ratio, resolution);
    const seconds = duration === 'auto' ? ownDuration : duration;
    const isNeeded = needed.every((field) => body[field] === undefined);
    return {
      model,
      mediaType: isImage ? 'image' : 'video',
      prompt: body.promptText,
      negativePrompt: body.negativePrompt,
      durationSeconds: isImage ? null : seconds,
      aspectRatio: ratio,
      resolution,
      pixels,
      audio,
      references: referencesIn(body),
      problems: [
        isNeeded && [needed[0], 'Required'],
        unreadToken(body, ['model', 'promptText', 'negativePrompt', 'ratio']),
        pixels === undefined && ['ratio', `no output is ${ratio} at ${resolution}`],
      ],
    };
  });
}

/** Pixels of a pair (`1280:720`), a shape and resolution (`16:9`), or the model's choice (`auto_480p`, `adaptive`). */
function pixelsOf(ratio: string, resolution: string) {
  const text = stripMagicTokens(ratio);
  const [, width, height] = /^(\d{3,4}):(\d{3,4})$/.exec(text) ?? [];
  if (width !== undefined) return { width: Number(width), height: Number(height) };
  const [, own] = /^auto_(\d{3,4}p)$/.exec(text) ?? [];
  return own === undefined ? ratioPixels(resolution, text) : ratioPixels(own, 'auto');
}

/** True if every slot of the account is in use. */
function isFull({ account, space: { world } }: WireCall): boolean {
  return world.accounts.inFlight(account) >= world.accounts.settings(account).concurrency;
}

/** A task as the official client types it (@runwayml/sdk 4.20.1, resources/tasks.d.ts). */
function taskOf(report: TaskReport, full: boolean) {
  const { job, state, isOpen, status, failure, progress, charged } = report;
  const task = { id: job.id, createdAt: new Date(job.acceptedAt).toISOString() };
  if (isOpen)
    return {
      ...task,
      // A queued task is throttled if its account may not run more.
      status: state === 'queued' && status === facts.states.queued && full ? 'THROTTLED' : status,
      estimatedCost: { credits: job.charge },
      ...(status === facts.states.running && { progress: progress / 100 }),
    };
  const ended = { ...task, status, cost: { credits: charged } };
  if (failure !== null) return { ...ended, failureCode: failure.code, failure: failure.message };
  if (state === 'failed') return ended;
  const { url } = report;
  return { ...ended, output: url === null ? [] : [url] };
}

function organization({ account, space }: WireCall) {
  const { world } = space;
  const since = world.clock.now() - world.clock.scaled(dayMs);
  const { concurrency, credits } = world.accounts.settings(account);
  const jobs = space.listed(account);
  const perModel = <T>(of: (model: string) => T) =>
    Object.fromEntries(
      [...new Set(jobs.map(({ model }) => model))].map((name) => [name, of(name)]),
    );
  const daily = (name: string) =>
    jobs.filter(({ model, acceptedAt }) => model === name && acceptedAt > since).length;
  return jsonReply(200, {
    creditBalance: world.accounts.creditsOf(account),
    tier: {
      maxMonthlyCreditSpend: credits,
      models: perModel(() => ({
        maxConcurrentGenerations: concurrency,
        maxDailyGenerations: null,
      })),
    },
    usage: { models: perModel((model) => ({ dailyGenerations: daily(model) })) },
  });
}
