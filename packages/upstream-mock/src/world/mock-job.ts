import type { CallbackOrder } from '../callbacks/callback-order.ts';
import type { MockInstructions } from '../tokens/mock-instructions.ts';

/** A reference as the mock received it: proof of which bytes arrived. */
export interface MockReference {
  readonly role: string;
  readonly contentType: string;
  /** As an upload has it, which its tokens are read of; a job has none. */
  readonly fileName?: string | undefined;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** How a recorded job ended, as far as its cassette says. */
export const recordedEnds = ['completed', 'failed', 'unknown'] as const;
export type RecordedEnd = (typeof recordedEnds)[number];

/** What a cassette has of a job that is replayed. */
export interface RecordedPart {
  /** Its name there. */
  readonly name: string;
  readonly end: RecordedEnd;
  /** Whether its file was recorded. */
  readonly hasFile: boolean;
}

/** The wire of a job that came over the mock's own routes. */
export const ownWire = 'mock';

/** What was asked for. */
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
  /** The provider's wire it came over: a job is there for the callers of that wire only. */
  readonly wire: string;
  /** Ends the job this long after its acceptance if it is still open then, before scaling, in ms; absent = never. */
  readonly deadlineMs?: number;
  /** What a cassette has of it; absent = it is of the mock's own making. */
  readonly recorded?: RecordedPart | undefined;
  /** What its caller wants to be told without asking; absent = nothing. */
  readonly callback?: CallbackOrder | undefined;
  /** What that wire repeats when it is asked for the job, and the mock has no use for. */
  readonly echo: { readonly [field: string]: string };
}

/** An accepted job: everything it will ever do is fixed here and follows from the clock alone. */
export interface MockJob extends MockSubmission {
  readonly id: string;
  /** Account key. */
  readonly account: string;
  readonly acceptedAt: number;
  /** Instants, already scaled. */
  readonly runsAt: number;
  readonly endsAt: number;
  /** Credits taken at acceptance. */
  readonly charge: number;
  readonly instructions: MockInstructions;
  /** When its caller, or the deadline they gave it, ended it early; absent = never. */
  readonly canceledAt?: number | undefined;
  /** Until when reads stop telling how it goes on; absent = they never do. */
  readonly stalledUntil?: number | undefined;
  /** Until when reads say of a job that failed that it completed; absent = they do not. */
  readonly falseUntil?: number | undefined;
  /** From when on no read finds it; absent = never. */
  readonly vanishesAt?: number | undefined;
  /** The job of the same submission that its caller is told of; absent = it is that one itself. */
  readonly duplicateOf?: string | undefined;
}

export const mockJobStates = ['queued', 'running', 'completed', 'failed'] as const;
export type MockJobState = (typeof mockJobStates)[number];

/** Where the job stands at an instant: computed, so no timer can be lost. */
export function stateAt(job: MockJob, now: number): MockJobState {
  if (now < job.runsAt) return 'queued';
  if (now < job.endsAt) return 'running';
  return job.instructions.fail === null && job.canceledAt === undefined ? 'completed' : 'failed';
}

/** The job as it is when its caller ends it at an instant at which it is open: it fails then, and reads say so. */
export function canceledJob(job: MockJob, at: number): MockJob {
  const { stalledUntil: _stalled, falseUntil: _false, ...honest } = job;
  return { ...honest, runsAt: Math.min(job.runsAt, at), endsAt: at, canceledAt: at };
}

/**
 * Credits that stay taken: a failed job gives them back, unless its caller ended it while it ran, or its tokens have it keep a part
 * [mock.charged-failures].
 */
export function chargeAt(job: MockJob, now: number): number {
  const { charge, canceledAt, runsAt, instructions } = job;
  if (stateAt(job, now) !== 'failed') return charge;
  if (canceledAt !== undefined) return canceledAt > runsAt ? charge : 0;
  return Math.ceil(charge * instructions.keptCharge);
}
