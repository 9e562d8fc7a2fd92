import { type Job, type JobEffect, newJob, type StoredResult } from '@filmgate/core';

/** A prompt of usual length: 300 characters. */
export const usualPrompt: string =
  'A slow dolly shot through a rain-soaked night market, neon signs mirrored in puddles, steam rising from food stalls, a courier in a yellow coat weaving between umbrellas, shallow depth of field, handheld warmth, distant thunder, the camera settles on a paper lantern swinging in the wind, end of the day.';

/** A synchronous generation of usual size: 4 s of 720p. */
export const chatBody: string = JSON.stringify({
  model: 'vidA-fast-4s-16x9-720p',
  messages: [{ role: 'user', content: usualPrompt }],
});

/** The headers a chat client sends with it. */
export function chatHeaders(key: string): { readonly [name: string]: string } {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: '*/*' };
}

/** The body every benchmark creates tasks with. */
export const createBody: string = JSON.stringify({
  model: 'vm_std-2.0',
  prompt: usualPrompt,
  seconds: 5,
  aspect_ratio: '16:9',
  resolution: '720p',
});

export interface JobWish {
  readonly id: string;
  readonly owner: string;
  readonly prompt: string;
  readonly createdAt: number;
}

const model = 'vm_std-2.0';
const family = 'vm_std-2.0';
const price = 10;
/** A retention that outlasts every run, in ms. */
const tenYears = 10 * 365 * 86_400_000;

/** A task just created: 5 s of 720p. */
export function queuedJob({ id, owner, prompt, createdAt }: JobWish): Job {
  const request = {
    model,
    family,
    mediaType: 'video',
    prompt,
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'explicit',
    resolution: '720p',
    generateAudio: false,
    references: [],
  } as const;
  const command = {
    owner,
    surface: 'tasks',
    jobId: id,
    idempotency: null,
    content: null,
    draft: request,
    warnings: [],
    whenAccountUnavailable: 'refuse',
  } as const;
  return newJob({ command, request, price, state: 'queued', now: createdAt });
}

/** A change for `JobStore.commit`. */
export interface JobChange {
  readonly next: Job;
  readonly effects: readonly JobEffect[];
}

/** A result of usual size. Its bytes exist only for benchmarks that read them. */
export const usualResult: StoredResult = {
  sha256: '0'.repeat(64),
  size: 8 * 1024 * 1024,
  contentType: 'video/mp4',
  width: 1280,
  height: 720,
  durationSeconds: 5,
  hasAudio: false,
};

/** Delivered with its quota settled, in one step. */
export function completed(job: Job, result: StoredResult, now: number): JobChange {
  return ended(job, now, {
    state: 'completed',
    progress: 100,
    quota: 'settled',
    result,
    completedAt: now,
    resultExpiresAt: now + tenYears,
  });
}

/** Failed for certain, its quota released. */
export function failed(job: Job, now: number): JobChange {
  const failure = { code: 'generation_failed', message: 'The generation failed.' } as const;
  return ended(job, now, { state: 'failed', quota: 'released', failure, completedAt: now });
}

function ended(
  job: Job,
  now: number,
  changes: Partial<Job> & Pick<Job, 'state' | 'quota'>,
): JobChange {
  return {
    next: { ...job, ...changes, version: job.version + 1, updatedAt: now, dueAt: null },
    effects: [
      { kind: 'quota', move: changes.quota === 'settled' ? 'settle' : 'refund', amount: job.price },
      { kind: 'trail', entry: { at: now, what: changes.state, detail: {} } },
    ],
  };
}

/** Being generated, half done, due again in an hour. */
export function polling(job: Job, now: number): JobChange {
  return {
    next: {
      ...job,
      state: 'polling',
      progress: 50,
      version: job.version + 1,
      updatedAt: now,
      submittedAt: now,
      dueAt: now + 3_600_000,
    },
    effects: [{ kind: 'trail', entry: { at: now, what: 'progressed', detail: { progress: 50 } } }],
  };
}
