import { replicate as facts } from '@filmgate/provider-facts';
import type { TaskReport, WireSpace } from '../../engine/wire-call.ts';
import type { MockJob } from '../../job/mock-job.ts';

/** Input and output are removed after an hour (replicate.com/docs/topics/predictions, read 2026-11-25). */
export const keptMs = 3_600_000;

/**
 * A prediction as the official client types it (replicate 1.4.0, index.d.ts). Texts and states as
 * replicate.com/docs/topics/predictions/lifecycle has them (read 2026-11-25).
 */
export function predictionOf(report: TaskReport, { world: { clock } }: WireSpace) {
  const { job, state, isOpen, failure, base, now } = report;
  const { echo, acceptedAt, runsAt, endsAt, deadline } = job;
  const one = `${base}/v1/predictions/${job.id}`;
  const isRemoved = now >= endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
  const input: unknown = isRemoved ? {} : JSON.parse(echo['input'] ?? '{}');
  return {
    id: job.id,
    model: job.model,
    version: echo['version'] ?? 'hidden',
    input,
    logs: '',
    output: state === 'completed' && !isRemoved ? outputOf(job, report.url) : null,
    data_removed: isRemoved,
    error: failure?.message ?? null,
    source: 'api',
    status: statusOf(report),
    created_at: time(acceptedAt),
    ...(state !== 'queued' && { started_at: time(runsAt) }),
    ...(!isOpen && {
      completed_at: time(endsAt),
      metrics: {
        predict_time: (endsAt - runsAt) / 1_000,
        total_time: (endsAt - acceptedAt) / 1_000,
      },
    }),
    ...(deadline !== undefined && { deadline: time(deadline) }),
    urls: { get: one, cancel: `${one}/cancel` },
  };
}

/** A prediction that has an output, but has not ended. */
export function runningWithOutput(report: TaskReport, space: WireSpace) {
  const { output } = predictionOf(report, space);
  const running = {
    ...report,
    state: 'running',
    isOpen: true,
    status: facts.states.running,
  } as const;
  return { ...predictionOf(running, space), output };
}

/** A deadline before the start aborts a prediction; any other early end cancels it. */
function statusOf({ job: { canceledAt, deadline, runsAt }, state, status }: TaskReport): string {
  if (state !== 'failed' || canceledAt === undefined) return status;
  return canceledAt === deadline && canceledAt <= runsAt ? 'aborted' : status;
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
