import { chargeAt, type MockJob, type MockJobState } from '../../job/mock-job.ts';

/** State of a job for a response in either of Kling's two shapes. */
export interface KlingTaskFacts {
  readonly job: MockJob;
  readonly state: MockJobState;
  /** Time of the latest change, in ms since 1970. */
  readonly updatedAt: number;
  /** Link to the video; null before there is one, or if a token withholds it. */
  readonly url: string | null;
}

const newWords = {
  queued: 'submitted',
  running: 'processing',
  completed: 'succeeded',
  failed: 'failed',
} as const;
const oldWords = { ...newWords, completed: 'succeed' } as const;

function wordOf({ job, state }: KlingTaskFacts, words: { readonly [S in MockJobState]: string }) {
  const isOpen = state === 'queued' || state === 'running';
  return isOpen && job.instructions.unknownState ? 'reticulating' : words[state];
}

function failureOf({ job, state }: KlingTaskFacts): string {
  if (state !== 'failed') return '';
  return job.instructions.fail === 'policy'
    ? 'the content did not pass risk control'
    : 'the generation failed';
}

/** A task of the newer system (klingai.com/document-api, "Callbacks", read 2026-11-23: the same object). */
export function klingTask(facts: KlingTaskFacts) {
  const { job, state, updatedAt, url } = facts;
  const duration = String(job.durationSeconds ?? 0);
  return {
    id: job.id,
    status: wordOf(facts, newWords),
    message: failureOf(facts),
    create_time: job.acceptedAt,
    update_time: updatedAt,
    ...(job.echo['external_id'] !== undefined && { external_id: job.echo['external_id'] }),
    ...(state === 'completed' && {
      outputs: [{ type: 'video', id: `${job.id}-0`, ...(url !== null && { url }), duration }],
      billing: [{ charge_type: 'unit', amount: String(job.charge), package_type: 'video' }],
    }),
  };
}

/** A task of the older system (the same page). */
export function klingLegacyTask(facts: KlingTaskFacts) {
  const { job, state, updatedAt, url } = facts;
  const duration = String(job.durationSeconds ?? 0);
  const ownId = job.echo['external_id'];
  return {
    task_id: job.id,
    task_status: wordOf(facts, oldWords),
    task_status_msg: failureOf(facts),
    task_info: ownId === undefined ? {} : { external_task_id: ownId },
    created_at: job.acceptedAt,
    updated_at: updatedAt,
    ...(state === 'completed' && {
      task_result: { videos: [{ id: `${job.id}-0`, ...(url !== null && { url }), duration }] },
    }),
    ...(state === 'completed' || state === 'failed'
      ? { final_unit_deduction: String(chargeAt(job, updatedAt)) }
      : {}),
  };
}

/** A task in the shape of the system it was submitted to. */
export function klingTaskAsSubmitted(facts: KlingTaskFacts) {
  return facts.job.echo['legacy'] === undefined ? klingTask(facts) : klingLegacyTask(facts);
}
