import type { JobState } from '../src/job/job-state.ts';
import type { Job } from '../src/job/job.ts';
import { newJob } from '../src/use-cases/new-job.ts';

const fresh: Job = newJob({
  command: {
    owner: 'user:one',
    surface: 'tasks',
    jobId: 'vt_01k0000000000000000000000a',
    idempotency: null,
    content: {},
    warnings: [],
    whenAccountUnavailable: 'refuse',
    draft: {
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt: 'a lighthouse',
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '1080p',
      generateAudio: true,
      references: [],
    },
  },
  request: {
    model: 'vm_std-2.0',
    family: 'vm_std-2.0',
    mediaType: 'video',
    prompt: 'a lighthouse',
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '1080p',
    generateAudio: true,
    references: [],
  },
  price: 20,
  state: 'queued',
  now: 0,
});

const withAccount = {
  accountId: 'account-one',
  holdsSlot: true,
  credit: 'reserved',
  submission: { version: 1, value: {} },
  correlationId: 'vt_01k0000000000000000000000a.1',
} as const satisfies Partial<Job>;

const accepted = {
  ...withAccount,
  credit: 'settled',
  handle: { version: 1, value: { id: 'gen_1' } },
  submittedAt: 0,
  deadlineAt: 7_200_000,
} as const satisfies Partial<Job>;

const byState: { readonly [S in JobState]: Partial<Job> } = {
  queued: {},
  awaiting_configuration: { dueAt: null },
  prepared: withAccount,
  dispatching: { ...withAccount, sendDeadlineAt: 10_000 },
  submitted: accepted,
  polling: accepted,
  storing: { ...accepted, output: { mediaType: 'video', value: {} } },
  completed: {
    ...accepted,
    holdsSlot: false,
    quota: 'settled',
    progress: 100,
    completedAt: 0,
    dueAt: null,
  },
  failed: { quota: 'released', completedAt: 0, dueAt: null },
  outcome_unknown: { ...withAccount, quota: 'held', credit: 'held', unknownSince: 0 },
};

/** A job in a state, with all fields of that state. */
export function sampleJob(state: JobState, changes: Partial<Job> = {}): Job {
  return { ...fresh, ...byState[state], state, ...changes };
}
