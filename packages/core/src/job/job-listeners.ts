import { notifyListener } from '../event/notify-listener.ts';
import type { Logger } from '../ports/logger.ts';
import type { JobEvents } from '../ports/job-events.ts';
import type { Job } from './job.ts';

/** Listeners in this process for changes of jobs, and the way to notify them: common to all stores. */
export class JobListeners implements JobEvents {
  readonly #ofJob = new Map<string, Set<JobListener>>();
  readonly #ofAll = new Set<JobListener>();
  readonly #ofWork = new Set<WorkListener>();
  readonly #log: Logger | undefined;

  constructor(log: Logger | undefined) {
    this.#log = log;
  }

  subscribe(jobId: string, listener: (job: Job) => void): () => void {
    const entry = { listener };
    const listeners = this.#ofJob.get(jobId) ?? new Set();
    this.#ofJob.set(jobId, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#ofJob.get(jobId) === listeners) this.#ofJob.delete(jobId);
    };
  }

  subscribeAll(listener: (job: Job) => void): () => void {
    const entry = { listener };
    this.#ofAll.add(entry);
    return () => void this.#ofAll.delete(entry);
  }

  onWork(listener: () => void): () => void {
    const entry = { listener };
    this.#ofWork.add(entry);
    return () => void this.#ofWork.delete(entry);
  }

  /** Returns true if a job has a listener. */
  wants(jobId: string): boolean {
    return this.#ofAll.size > 0 || this.#ofJob.has(jobId);
  }

  get hasOfAll(): boolean {
    return this.#ofAll.size > 0;
  }

  /** Returns the ids of jobs that have a listener. */
  jobIds(): readonly string[] {
    return [...this.#ofJob.keys()];
  }

  announce(job: Job): void {
    const ofJob = this.#ofJob.get(job.id);
    if (ofJob !== undefined) for (const entry of ofJob) this.#report(() => entry.listener(job));
    for (const entry of this.#ofAll) this.#report(() => entry.listener(job));
  }

  announceWork(): void {
    for (const { listener } of this.#ofWork) this.#report(listener);
  }

  /** Removes all listeners. */
  silence(): void {
    this.#ofJob.clear();
    this.#ofAll.clear();
    this.#ofWork.clear();
  }

  #report(listener: () => unknown): void {
    notifyListener(listener, (error) => this.#log?.error('job-listener-failed', error));
  }
}

/** A separate object for each subscription, so that one function may subscribe twice. */
interface JobListener {
  readonly listener: (job: Job) => void;
}

interface WorkListener {
  readonly listener: () => void;
}
