import type { MockJob, MockJobState } from '../../job/mock-job.ts';

const words = {
  queued: 'starting',
  running: 'processing',
  completed: 'succeeded',
  failed: 'failed',
} as const;

/** Texts of failures, which have no code. */
const failures = {
  policy:
    'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
  internal: 'Prediction interrupted; please retry (code: PA)',
  credits: 'Insufficient credit',
} as const;

export interface PredictionFacts {
  readonly job: MockJob;
  readonly state: MockJobState;
  /** Prefix of links to predictions. */
  readonly api: string;
  /** The link to the video; null until it exists, or if a token withholds it. */
  readonly url: string | null;
  /** True if input and output are no longer returned. */
  readonly isRemoved: boolean;
}

/**
 * A prediction as the official client types it (replicate 1.4.0, index.d.ts). Texts and states as
 * replicate.com/docs/topics/predictions/lifecycle has them (read 2026-11-25).
 */
export function replicatePrediction({ job, state, api, url, isRemoved }: PredictionFacts) {
  const isOpen = state === 'queued' || state === 'running';
  const { echo, acceptedAt, runsAt, endsAt } = job;
  const one = `${api}/predictions/${job.id}`;
  return {
    id: job.id,
    model: job.model,
    version: echo['version'] ?? 'hidden',
    input: isRemoved ? {} : jsonOf(echo['input'] ?? '{}'),
    logs: '',
    output: state === 'completed' && !isRemoved ? outputOf(job, url) : null,
    data_removed: isRemoved,
    error: state === 'failed' ? errorOf(job) : null,
    source: 'api',
    status: statusOf(job, state),
    created_at: time(acceptedAt),
    ...(state !== 'queued' && { started_at: time(runsAt) }),
    ...(!isOpen && {
      completed_at: time(endsAt),
      metrics: {
        predict_time: (endsAt - runsAt) / 1_000,
        total_time: (endsAt - acceptedAt) / 1_000,
      },
    }),
    ...(echo['deadline'] !== undefined && { deadline: time(Number(echo['deadline'])) }),
    urls: { get: one, cancel: `${one}/cancel` },
  };
}

/** A deadline before the start aborts a prediction; any other early end cancels it. */
function statusOf({ instructions, canceledAt, runsAt, echo }: MockJob, state: MockJobState) {
  const isOpen = state === 'queued' || state === 'running';
  if (isOpen && instructions.unknownState) return 'reticulating';
  if (state !== 'failed' || canceledAt === undefined) return words[state];
  return canceledAt === Number(echo['deadline']) && canceledAt <= runsAt ? 'aborted' : 'canceled';
}

function errorOf({ canceledAt, instructions: { fail } }: MockJob): string | null {
  return canceledAt === undefined ? failures[fail ?? 'internal'] : null;
}

/** Shape of the output: it depends on the model, and here on the model's name. */
function outputOf({ model }: MockJob, url: string | null): unknown {
  if (url === null) return null;
  if (model.endsWith('-as-list')) return [url];
  return model.endsWith('-as-object') ? { video: url } : url;
}

function time(instant: number): string {
  return new Date(instant).toISOString();
}

function jsonOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return value;
}
