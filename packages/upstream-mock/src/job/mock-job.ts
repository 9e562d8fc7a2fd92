import type { CallbackOrder } from './callback-order.ts';
import type { MockInstructions } from './mock-instructions.ts';

/** A received reference: proof of its bytes. */
export interface MockReference {
  readonly role: string;
  readonly contentType: string;
  /** Name of an upload, whose tokens are read; jobs do not keep it. */
  readonly fileName?: string | undefined;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** End of a recorded job, as far as its cassette shows. */
export const recordedEnds = ['completed', 'failed', 'unknown'] as const;
export type RecordedEnd = (typeof recordedEnds)[number];

/** Recorded facts of a replayed job. */
export interface RecordedPart {
  /** Its name in the cassette. */
  readonly name: string;
  readonly end: RecordedEnd;
  /** True if its file was recorded. */
  readonly hasFile: boolean;
}

/** `wire` of a job that was submitted over the mock's own routes. */
export const ownWire = 'mock';

/** Content of a submission. */
export interface MockSubmission {
  readonly correlationId: string;
  readonly model: string;
  readonly mediaType: 'video' | 'image';
  /** With its tokens. */
  readonly prompt: string;
  readonly negativePrompt: string | null;
  readonly durationSeconds: number | null;
  readonly aspectRatio: string;
  readonly resolution: string;
  readonly width: number;
  readonly height: number;
  readonly audio: boolean;
  readonly references: readonly MockReference[];
  /** Name of the API it was submitted over: only callers of that API can access the job. */
  readonly wire: string;
  /** Time after acceptance at which an open job is ended, before scaling, in ms; absent = never. */
  readonly deadlineMs?: number;
  /** Time after acceptance at which a queued job is ended, before scaling, in ms; absent = never. */
  readonly startWithinMs?: number;
  /** Recorded facts; absent = the mock made it. */
  readonly recorded?: RecordedPart | undefined;
  /** Callbacks its caller asks for; absent = none. */
  readonly callback?: CallbackOrder | undefined;
  /** Fields that responses repeat and the mock does not use. */
  readonly echo: { readonly [field: string]: string };
}

/** An accepted job: its whole course is fixed here and follows from the clock. */
export interface MockJob extends Omit<MockSubmission, 'deadlineMs' | 'startWithinMs'> {
  readonly id: string;
  /** Account key. */
  readonly account: string;
  readonly acceptedAt: number;
  /** Instants after scaling. */
  readonly runsAt: number;
  readonly endsAt: number;
  /** Credits charged at acceptance. */
  readonly charge: number;
  readonly instructions: MockInstructions;
  /** Time at which its caller, or the deadline they set, ended it early; absent = never. */
  readonly canceledAt?: number | undefined;
  /** Time at which the provider ends it if it is still open; absent = never. */
  readonly deadline?: number | undefined;
  /** Time until which reads report no change; absent = none. */
  readonly stalledUntil?: number | undefined;
  /** Time until which reads report a failed job as completed; absent = none. */
  readonly falseUntil?: number | undefined;
  /** Time from which no read finds it; absent = never. */
  readonly vanishesAt?: number | undefined;
  /** The job of the same submission that the response names; absent = it is that one. */
  readonly duplicateOf?: string | undefined;
}

export const mockJobStates = ['queued', 'running', 'completed', 'failed'] as const;
export type MockJobState = (typeof mockJobStates)[number];

/** True state of the job at an instant: computed, so no timer can be lost. */
export function stateAt(job: MockJob, now: number): MockJobState {
  if (now < job.runsAt) return 'queued';
  if (now < job.endsAt) return 'running';
  return job.instructions.fail === null && job.canceledAt === undefined ? 'completed' : 'failed';
}

/** The job if its caller ends it at an instant at which it is open: it fails then, and reads report that. */
export function canceledJob(job: MockJob, at: number): MockJob {
  const { stalledUntil: _stalled, falseUntil: _false, ...honest } = job;
  return { ...honest, runsAt: Math.min(job.runsAt, at), endsAt: at, canceledAt: at };
}

/**
 * Credits that stay charged: a failed job gives them back, unless its caller ended it while it ran, or its tokens keep
 * a part [mock.charged-failures].
 */
export function chargeAt(job: MockJob, now: number): number {
  const { charge, canceledAt, runsAt, instructions } = job;
  if (stateAt(job, now) !== 'failed') return charge;
  if (canceledAt !== undefined) return canceledAt > runsAt ? charge : 0;
  return Math.ceil(charge * instructions.keptCharge);
}
