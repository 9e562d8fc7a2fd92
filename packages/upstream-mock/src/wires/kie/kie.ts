import { kie as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { modelInput, modelInputSchema } from '../../engine/model-input.ts';
import { other, read, submission } from '../../engine/routes.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';

/** Files are kept for 14 days (docs.kie.ai, "Getting Started", read 2026-11-29). */
const keptMs = 14 * 24 * 3_600_000;

/** Body of `POST /api/v1/jobs/createTask`. */
const taskBody = videoBody(
  z.looseObject({
    model: z.string().min(1).max(200),
    input: modelInputSchema,
    callBackUrl: z.string().min(1).nullish(),
  }),
  ({ model, input, callBackUrl }) => ({
    ...input.video,
    model,
    echo: { input: JSON.stringify(input.echo) },
    callback: { url: callBackUrl, field: 'callBackUrl', events: ['ended'] },
  }),
);

/** Body of `POST /api/v1/veo/generate`, whose fields have names of their own. */
const veoBody = videoBody(
  z.looseObject({
    prompt: z.string(),
    model: z.string().min(1).max(200).default('veo3'),
    aspectRatio: z.string().max(20).default('16:9'),
    imageUrls: z.array(z.string()).max(3).default([]),
    seeds: z.int().min(10_000).max(99_999).optional(),
    callBackUrl: z.string().min(1).nullish(),
  }),
  ({ model, callBackUrl, aspectRatio, imageUrls, seeds: seed, ...sent }) => {
    const asked = { ...sent, aspect_ratio: aspectRatio, imageUrls, duration: 8, seed };
    const input = modelInput(asked);
    return {
      ...input.video,
      model,
      echo: { input: JSON.stringify(input.echo), veo: 'true' },
      callback: { url: callBackUrl, field: 'callBackUrl', events: ['ended'] },
    };
  },
);

/** kie.ai: tasks of many makers' models, and of Veo, which can be read by their id alone. */
export const createKie = createWire({
  facts,
  taskId: (digits) => `task_${digits}`,
  missing: '404',
  kept: { fileMs: keptMs },
  unknownRoute: (message) => jsonReply(404, { code: 404, msg: message, data: null }),
  // The HTTP status is always 200: the body has the documented one.
  error: ({ code, status, message }) =>
    jsonReply(status, { code: Number(code), msg: message, data: null }),
  accepted: ({ job: { id } }) => success({ taskId: id }),
  callback: (report) => {
    const { job, failure } = report;
    const isVeo = job.echo['veo'] === 'true';
    const data = isVeo ? veoOf(report) : taskOf(report);
    const body = {
      code: failure === null ? 200 : Number(failure.code),
      msg: failure?.message ?? 'success',
      data,
    };
    return { body: JSON.stringify(body), headers: {} };
  },
  routes: [
    submission('create', '/api/v1/jobs/createTask', taskBody),
    read('status', '/api/v1/jobs/recordInfo', {
      respond: (report) => success(taskOf(report)),
      find: byTaskId,
    }),
    submission('veo-create', '/api/v1/veo/generate', veoBody),
    read('veo-status', '/api/v1/veo/record-info', {
      respond: (report) => success(veoOf(report)),
      find: byTaskId,
    }),
    other('account', '/api/v1/chat/credit', ({ account, space }) =>
      success(space.world.accounts.creditsOf(account)),
    ),
  ],
});

function success(data: unknown): ProviderResponse {
  return jsonReply(200, { code: 200, msg: 'success', data });
}

function byTaskId({ account, space, url }: WireCall) {
  return space.ownJob(account, url.searchParams.get('taskId') ?? '');
}

/** A task (docs.kie.ai/market/common/get-task-detail, read 2026-11-29). */
function taskOf(report: TaskReport) {
  const { job, state, isOpen, status, failure, updatedAt, url } = report;
  return {
    taskId: job.id,
    model: job.model,
    state: status,
    param: JSON.stringify({ model: job.model, input: job.echo['input'] }),
    resultJson: state === 'completed' ? JSON.stringify({ resultUrls: listOf(url) }) : '',
    failCode: failure?.code ?? '',
    failMsg: failure?.message ?? '',
    createTime: job.acceptedAt,
    updateTime: updatedAt,
    ...(!isOpen && { completeTime: job.endsAt, costTime: job.endsAt - job.acceptedAt }),
  };
}

/** A Veo task: its state is a flag (docs.kie.ai/veo3-api/get-veo-3-video-details, read 2026-11-29). */
function veoOf(report: TaskReport) {
  const { job, state, isOpen, failure } = report;
  const successFlag = {
    queued: 0,
    running: 0,
    completed: 1,
    failed: failure?.code === '400' ? 2 : 3,
  }[state];
  return {
    taskId: job.id,
    paramJson: job.echo['input'] ?? '{}',
    completeTime: isOpen ? null : time(job.endsAt),
    response: state === 'completed' ? { taskId: job.id, resultUrls: listOf(report.url) } : null,
    successFlag,
    errorCode: failure === null ? null : Number(failure.code),
    errorMessage: failure?.message ?? '',
    createTime: time(job.acceptedAt),
    fallbackFlag: false,
  };
}

function listOf(url: string | null): readonly string[] {
  return url === null ? [] : [url];
}

/** As `2025-06-06 10:30:00`. */
function time(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}
