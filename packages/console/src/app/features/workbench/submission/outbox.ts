import type { Outcome } from '../../../api/outcome.ts';
import type { WorkbenchJob } from '../../../api/responses.ts';
import type { CreationRequest } from '../form/draft.ts';
import { pauseBefore, phaseAfter, type Submission, type SubmissionPhase } from './submission.ts';
import type { OutboxStorage } from './outbox-storage.ts';

export interface OutboxPorts {
  readonly storage: OutboxStorage;
  readonly create: (id: string, request: CreationRequest) => Promise<Outcome<WorkbenchJob>>;
  readonly newId: () => string;
  /** Ms since 1970. */
  readonly now: () => number;
  /** Schedules a callback; returns a function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  readonly onCreated: (job: WorkbenchJob) => void;
}

/** Two presses on the same content within this many ms count as one: a double click. */
const samePressMs = 2000;

/** Sends creations until each has a definite response, always with its first id. */
export class Outbox {
  readonly #ports: OutboxPorts;
  readonly #listeners = new Set<() => void>();
  readonly #retries = new Map<string, () => void>();
  #open: readonly Submission[] = [];
  #last: { readonly content: string; readonly at: number } | null = null;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  /** Resumes submissions that a reload, a crash or an earlier visit left without a response. */
  async resume(): Promise<void> {
    for (const kept of await this.#ports.storage.list()) {
      if (this.#open.some(({ id }) => id === kept.id)) continue;
      this.#put({ ...kept, phase: { kind: 'sending' } });
      void this.#send(kept.id, 1);
    }
  }

  /**
   * Sends a request under a new id. A press on a request equal to one sent a moment ago, or still without a response,
   * is joined to that one, unless `isAnother` requests a further video.
   */
  submit(request: CreationRequest, { isAnother = false } = {}): 'sent' | 'joined' {
    const content = JSON.stringify(request);
    const now = this.#ports.now();
    const last = this.#last;
    const isSame = last !== null && last.content === content && now - last.at < samePressMs;
    if (isSame && !isAnother) return 'joined';
    const open = this.#open.find(
      (one) => isUnderWay(one.phase) && JSON.stringify(one.request) === content,
    );
    this.#last = { content, at: now };
    if (open !== undefined && !isAnother) {
      this.retry(open.id);
      return 'joined';
    }
    const submission = { id: this.#ports.newId(), request, startedAt: now };
    this.#put({ ...submission, phase: { kind: 'sending' } });
    // Stored before the first byte is sent, so that the id is never lost.
    void this.#ports.storage.keep(submission).then(() => this.#send(submission.id, 1));
    return 'sent';
  }

  /** Sends a waiting submission now, with the same id. */
  retry(id: string): void {
    const found = this.#open.find((one) => one.id === id);
    if (found?.phase.kind !== 'waiting') return;
    this.#callOff(id);
    this.#put({ ...found, phase: { kind: 'sending' } });
    void this.#send(id, found.phase.attempts + 1);
  }

  /** Sends every waiting submission: the server is reachable again. */
  retryAll(): void {
    for (const { id } of this.#open) this.retry(id);
  }

  /** Removes a refused or abandoned submission. */
  dismiss(id: string): void {
    this.#callOff(id);
    this.#ports.storage.forget(id);
    this.#set(this.#open.filter((one) => one.id !== id));
  }

  /** Called with a job of the server: the submission with its id has arrived, unless the job has other content. */
  arrived(job: WorkbenchJob): void {
    const found = this.#open.find(({ id }) => id === job.job_id);
    if (found !== undefined && isOfRequest(job, found.request)) this.dismiss(found.id);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): readonly Submission[] => this.#open;

  close(): void {
    for (const id of this.#retries.keys()) this.#callOff(id);
  }

  async #send(id: string, attempts: number): Promise<void> {
    const submission = this.#open.find((one) => one.id === id);
    if (submission === undefined || submission.request === null) return;
    const outcome = await this.#ports.create(id, submission.request);
    if (outcome.kind === 'answered') {
      this.dismiss(id);
      this.#ports.onCreated(outcome.value);
      return;
    }
    const current = this.#open.find((one) => one.id === id);
    if (current === undefined) return;
    const phase = phaseAfter(outcome, attempts);
    this.#put({ ...current, phase });
    if (phase.kind !== 'waiting') {
      this.#ports.storage.forget(id);
      return;
    }
    const again = this.#ports.later(() => this.retry(id), pauseBefore(outcome, attempts));
    this.#retries.set(id, again);
  }

  #callOff(id: string): void {
    this.#retries.get(id)?.();
    this.#retries.delete(id);
  }

  #put(submission: Submission): void {
    const others = this.#open.filter(({ id }) => id !== submission.id);
    this.#set([...others, submission].toSorted((one, other) => other.startedAt - one.startedAt));
  }

  #set(open: readonly Submission[]): void {
    this.#open = open;
    for (const listener of this.#listeners) listener();
  }
}

const isUnderWay = ({ kind }: SubmissionPhase): boolean => kind === 'sending' || kind === 'waiting';

/** True if the job shows this request under the id. Without a stored request only the id counts. */
function isOfRequest(job: WorkbenchJob, request: CreationRequest | null): boolean {
  return (
    request === null ||
    (job.prompt === request.prompt &&
      job.model === request.model &&
      job.generate_audio === request.generate_audio)
  );
}
