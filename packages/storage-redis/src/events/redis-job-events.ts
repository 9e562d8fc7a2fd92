import { setTimeout as pause } from 'node:timers/promises';
import {
  type Job,
  type JobEvents,
  JobListeners,
  type Logger,
  StorageUnavailable,
} from '@filmgate/core';
import type { Subscriber } from '../connection/subscriber.ts';
import type { JobAccess, TaggedJob } from '../jobs/stored-jobs.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { changedSince } from '../lists/changed-since.ts';
import { readPage } from '../lists/read-page.ts';
import type { ScriptRunner } from '../script/script-runner.ts';

/** A job as a script saved it. */
interface SavedJob {
  readonly id: string;
  readonly tag: string;
  readonly record: JobRecord;
}

/** An announcement of a script. */
interface Announcement {
  /** True when jobs may have become claimable earlier than was known. */
  readonly isWork: boolean;
  /** The job as saved; null where none was. */
  readonly saved: SavedJob | null;
}

const headLines = 8;
const statusLines = 8;

/** Parses the text written by `announceLua`; undefined for any other text. */
export function readAnnouncement(message: string): Announcement | undefined {
  const lines = message.split('\n');
  const isWork = lines[0] === 'w';
  if (lines.length === 1) return isWork ? { isWork, saved: null } : undefined;
  if (lines.length !== 2 + headLines + statusLines + 2) return undefined;
  const statusAt = 2 + headLines;
  const [, id = ''] = lines;
  const [request = '', changing = ''] = lines.slice(statusAt + statusLines);
  const record = {
    head: lines.slice(2, statusAt).join('\n'),
    status: lines.slice(statusAt, statusAt + statusLines).join('\n'),
    request,
    changing,
  };
  return { isWork, saved: { id, tag: lines[statusAt] ?? '', record } };
}

/** Maximum number of missed changes read for subscribers to all jobs after an interruption. */
const mostMissed = 1000;

/** Tolerated difference between nodes' clocks, in ms; subscribers to all jobs still miss nothing. */
const clockMarginMs = 10_000;

/** Pause between two attempts to read missed changes, in ms. */
const pauseMs = 250;

/** Line of `updatedAt` in a job's status. */
const updatedAtLine = 5;

export interface JobEventsParts {
  readonly access: JobAccess;
  readonly subscriber: Subscriber;
  readonly log: Logger | undefined;
}

/**
 * Changes of jobs on every node, as scripts publish them in the order of their commits. One subscription serves all
 * listeners of the process. After an interruption no listener waits for messages that it missed: jobs with a waiter are
 * read again, subscribers to all jobs receive the changes since, and runners search for work.
 */
export class RedisJobEvents implements JobEvents {
  readonly #access: JobAccess;
  readonly #listeners: JobListeners;
  readonly #log: Logger | undefined;
  readonly #unlisten: () => void;
  readonly #closing = new AbortController();
  #onFirst: () => void = () => undefined;
  #heardUntil = 0;
  #isListening = false;
  #resync: Promise<void> = Promise.resolve();

  readonly #listening: Promise<'listening'>;

  constructor({ access, subscriber, log }: JobEventsParts) {
    this.#access = access;
    this.#listeners = new JobListeners(log);
    this.#log = log;
    this.#listening = new Promise((resolve) => {
      this.#onFirst = () => resolve('listening');
    });
    this.#unlisten = subscriber.listen(access.keys.events, {
      onMessage: (message) => this.#hear(message),
      onGap: () => this.#afterGap(),
    });
  }

  /** Resolves once nothing committed from then on can be missed. `scripts` must run while the store is halted. */
  async begin(withinMs: number, scripts: ScriptRunner): Promise<void> {
    await this.#firstSubscription(withinMs);
    const { changedOpen, changedFinal } = this.#access.keys;
    const anything = { surface: null, from: null, until: null, after: null };
    const newest = {
      groups: [[changedOpen, changedFinal]],
      order: 'newest-first',
      limit: 1,
    } as const;
    const { last } = await readPage({ ...this.#access, scripts }, { ...anything, ...newest });
    this.#heardUntil = Math.max(this.#heardUntil, Number(last?.instant ?? 0));
  }

  async #firstSubscription(ms: number): Promise<void> {
    const ended = new AbortController();
    const late = pause(ms, 'late', { signal: ended.signal }).catch(() => 'late');
    const first = await Promise.race([this.#listening, late]);
    ended.abort();
    if (first === 'late')
      throw new StorageUnavailable('Redis does not let this node listen to changes.', {
        applied: 'no',
      });
  }

  subscribe(jobId: string, listener: (job: Job) => void): () => void {
    return this.#listeners.subscribe(jobId, listener);
  }

  subscribeAll(listener: (job: Job) => void): () => void {
    return this.#listeners.subscribeAll(listener);
  }

  onWork(listener: () => void): () => void {
    return this.#listeners.onWork(listener);
  }

  /** Removes all listeners and stops listening. */
  close(): void {
    this.#closing.abort();
    this.#access.heard.listening(false);
    this.#unlisten();
    this.#listeners.silence();
  }

  /** A message of a newer release may not be readable here: that must not end the subscription. */
  #hear(message: string): void {
    try {
      const announcement = readAnnouncement(message);
      if (announcement === undefined) return;
      if (announcement.saved !== null) this.#hearOfJob(announcement.saved);
      if (announcement.isWork) this.#listeners.announceWork();
    } catch (error) {
      this.#log?.error('announcement-not-readable', error);
    }
  }

  #hearOfJob({ id, tag, record }: SavedJob): void {
    const { heard, stored } = this.#access;
    const updatedAt = Number(record.status.split('\n', updatedAtLine + 1)[updatedAtLine]);
    this.#heardUntil = Math.max(this.#heardUntil, updatedAt);
    if (heard.advance(id, tag) && this.#listeners.wants(id))
      this.#listeners.announce(stored.take(id, record));
    heard.announceReported(id, tag);
  }

  #afterGap(): void {
    this.#access.heard.listening(true);
    if (!this.#isListening) {
      this.#isListening = true;
      this.#onFirst();
      return;
    }
    this.#resync = this.#resync.then(() => this.#lookUpMissed());
  }

  /** Retries until it succeeds: a caller may wait for a change that no node will announce again. */
  async #lookUpMissed(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#readMissed();
        this.#listeners.announceWork();
        return;
      } catch (error) {
        if (!(error instanceof StorageUnavailable))
          this.#log?.error('missed-changes-not-read', error);
        await pause(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async #readMissed(): Promise<void> {
    const { stored } = this.#access;
    const waitedFor = await stored.findTagged(this.#listeners.jobIds());
    this.#reportMissed(waitedFor);
    if (!this.#listeners.hasOfAll) return;
    const at = Math.max(0, this.#heardUntil - clockMarginMs);
    const asked = { owner: null, surface: null, at, limit: mostMissed };
    const changed = await changedSince(this.#access, asked);
    if (changed.kind === 'too-many') return;
    const missed = await stored.findTagged(changed.jobs.map(({ id }) => id));
    this.#reportMissed(missed);
  }

  #reportMissed(found: readonly (TaggedJob | undefined)[]): void {
    const { heard } = this.#access;
    for (const one of found) {
      if (one !== undefined && heard.advance(one.job.id, one.tag))
        this.#listeners.announce(one.job);
    }
  }
}
