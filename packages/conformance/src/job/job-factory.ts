import type { GenerationRequest, Job, SurfaceName, JobState, Reference } from '@filmgate/core';
import { createSeededIds } from '../random/seeded.ts';
import type { StepMaker } from './job-step.ts';
import { complete, fail, finish, loseOutcome, progress } from './outcome-steps.ts';
import { awaitConfiguration, dispatch, prepareOn, receive } from './submission-steps.ts';

/** Differences of a created job; everything else follows from them. */
export interface JobWish {
  readonly id?: string;
  /** Default `native`, which has no limit. */
  readonly owner?: string;
  readonly surface?: SurfaceName;
  /** Credits; default 8. */
  readonly cost?: number;
  readonly family?: string;
  readonly model?: string;
  readonly prompt?: string;
  readonly references?: readonly Reference[];
  /** Default `queued`. */
  readonly state?: 'queued' | 'awaiting_configuration';
  readonly dueAt?: number | null;
  /** Creation instant; default 1,750,000,000,000. */
  readonly now?: number;
}

/** Creates jobs that are valid by construction. */
export interface JobFactory {
  /** A new job, in the form `acceptJob` accepts. */
  newJob(wish?: JobWish): Job;
  /** A job that reached the state by legal steps, on account `account-1`, one ms per step. */
  jobIn(state: JobState, wish?: Omit<JobWish, 'state' | 'dueAt'>): Job;
}

/** The account of jobs from `jobIn`. */
export const factoryAccountId = 'account-1';

/** The legal steps from `queued` to each state. */
export function stepsTo(state: JobState, accountId: string): readonly StepMaker[] {
  const prepared = [prepareOn(accountId)];
  const dispatching = [...prepared, dispatch];
  const submitted = [...dispatching, receive];
  const polling = [...submitted, progress];
  const storing = [...polling, finish];
  const paths: { readonly [S in JobState]: readonly StepMaker[] } = {
    queued: [],
    awaiting_configuration: [awaitConfiguration],
    prepared,
    dispatching,
    submitted,
    polling,
    storing,
    completed: [...storing, complete],
    failed: [...polling, fail],
    outcome_unknown: [...dispatching, loseOutcome],
  };
  return paths[state];
}

/** Creates the same jobs at each run with the same seed. */
export function createJobFactory(seed = 1): JobFactory {
  const ids = createSeededIds(seed);
  const newJob = (wish: JobWish = {}): Job => jobFrom(wish.id ?? `vt_${ids.next()}`, wish);
  return {
    newJob,
    jobIn: (state, wish = {}) =>
      stepsTo(state, factoryAccountId).reduce(
        (job, step) => step(job, job.updatedAt + 1).next,
        newJob(wish),
      ),
  };
}

/** Submission fields of a job that was not sent. */
const nothingSent = {
  submission: null,
  correlationId: null,
  sendDeadlineAt: null,
  handle: null,
  output: null,
  readFailures: 0,
  resultFetch: null,
  doubt: null,
  result: null,
  failure: null,
} as const satisfies Partial<Job>;

function jobFrom(id: string, wish: JobWish): Job {
  const now = wish.now ?? 1_750_000_000_000;
  const state = wish.state ?? 'queued';
  return {
    id,
    owner: wish.owner ?? 'native',
    surface: wish.surface ?? 'tasks',
    request: requestFrom(wish),
    warnings: [],
    price: wish.cost ?? 8,
    state,
    version: 1,
    progress: 0,
    refusals: 0,
    refusedBy: [],
    accountId: null,
    route: null,
    expectedSize: null,
    holdsSlot: false,
    quota: 'reserved',
    credit: 'none',
    spend: null,
    ...nothingSent,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    completedAt: null,
    unknownSince: null,
    deadlineAt: null,
    dueAt: wish.dueAt === undefined ? usualDueAt(state, now) : wish.dueAt,
    resultExpiresAt: null,
  };
}

/** A queued job is due at once; one that waits for an operator is due when something changes. */
function usualDueAt(state: 'queued' | 'awaiting_configuration', now: number): number | null {
  return state === 'queued' ? now : null;
}

function requestFrom(wish: JobWish): GenerationRequest {
  const family = wish.family ?? 'vidA';
  return {
    model: wish.model ?? `${family}-8s-16x9-720p`,
    family,
    mediaType: 'video',
    prompt: wish.prompt ?? 'A paper boat crosses a puddle at dawn',
    negativePrompt: null,
    durationSeconds: 8,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: false,
    references: wish.references ?? [],
  };
}
