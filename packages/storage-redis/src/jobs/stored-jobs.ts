import {
  estimatedJobBytes,
  type Job,
  StorageUnavailable,
  type UnreadableJob,
  type UnreadableJobs,
  UnreadablePart,
} from '@filmgate/core';
import { LRUCache } from 'lru-cache';
import type { HeardCommits } from '../events/heard-commits.ts';
import type { JobKeys } from '../keys/job-keys.ts';
import { isList, readList } from '../script/read-list.ts';
import type { ScriptRunner } from '../script/script-runner.ts';
import { decodeJob } from './decode-job.ts';
import { isNewer, type JobRecord, positionOf } from './job-record.ts';
import { readJobsScript } from './read-scripts.ts';

/** A job with the tag of the value it is; see `JobRecord`. */
export interface TaggedJob {
  readonly tag: string;
  readonly job: Job;
}

/** What the cached jobs take at most, as estimated by `estimatedJobBytes`. */
const mostBytes = 32 * 1024 * 1024;

/**
 * The jobs read or written last, up to a bound of jobs and of bytes, so that an unchanged job is one value in this process and its
 * texts are neither sent nor read again. Whether a value is still the newest only Redis can tell: it is asked with the tag.
 */
export class JobCache {
  readonly #create: () => LRUCache<string, TaggedJob>;
  /** Made for the first job: it takes the room of all at once. */
  #byId: LRUCache<string, TaggedJob> | undefined;

  /**
   * @param capacity jobs kept at most
   * @param bytes what they take at most; a larger job is not kept
   */
  constructor(capacity: number, bytes = mostBytes) {
    this.#create = () =>
      new LRUCache({
        // The cache takes 0 for no bound.
        max: Math.max(1, capacity),
        maxSize: capacity === 0 ? 1 : bytes,
        sizeCalculation: ({ job }) => estimatedJobBytes(job),
      });
  }

  /** The value kept last under the id, however old. */
  find(id: string): TaggedJob | undefined {
    return this.#byId?.get(id);
  }

  /**
   * The one value of that id and tag: the one kept, or else what is made now, of another value of the same job where one is
   * kept. An older value never replaces a newer one.
   */
  intern(id: string, tag: string, make: (other: Job | undefined) => Job): Job {
    const kept = this.#byId?.peek(id);
    if (kept?.tag === tag) return kept.job;
    const job = make(
      kept !== undefined && positionOf(kept.tag) === positionOf(tag) ? kept.job : undefined,
    );
    if (kept !== undefined && isNewer(kept.tag, tag)) return job;
    this.#byId ??= this.#create();
    this.#byId.set(id, { tag, job });
    return job;
  }

  forget(id: string): void {
    this.#byId?.delete(id);
  }

  /** Forgets all: in another history of the store one tag may be another value. */
  clear(): void {
    this.#byId?.clear();
  }
}

/** What everything that reads or changes jobs works with. */
export interface JobAccess {
  readonly scripts: ScriptRunner;
  readonly keys: JobKeys;
  readonly stored: StoredJobs;
  /** What this node's listeners were told of. */
  readonly heard: HeardCommits;
}

/** Jobs asked for in one call at most: a millisecond of the server's time. */
const perCall = 200;

/**
 * Jobs as Redis has them now; what has not changed since it was read last is not sent again. One that cannot be read is set
 * aside and left out among others.
 */
export class StoredJobs {
  readonly #scripts: ScriptRunner;
  readonly #keys: JobKeys;
  readonly #cache: JobCache;
  /** Jobs whose records cannot be read; see `JobReader`. */
  readonly unreadable: UnreadableJobs;

  constructor(parts: {
    readonly scripts: ScriptRunner;
    readonly keys: JobKeys;
    readonly cache: JobCache;
    readonly unreadable: UnreadableJobs;
  }) {
    this.#scripts = parts.scripts;
    this.#keys = parts.keys;
    this.#cache = parts.cache;
    this.unreadable = parts.unreadable;
  }

  /** @throws StorageUnavailable when its record cannot be read */
  async find(id: string): Promise<Job | undefined> {
    const [found] = await this.#readSome([id]);
    if (found === undefined && this.unreadable.has(id)) throw unreadableJob(id);
    return found?.job;
  }

  /** In the order of the ids; undefined for one that is not there. */
  async findAll(ids: readonly string[]): Promise<readonly (Job | undefined)[]> {
    return (await this.findTagged(ids)).map((found) => found?.job);
  }

  /** As `findAll`, each with its tag. */
  async findTagged(ids: readonly string[]): Promise<readonly (TaggedJob | undefined)[]> {
    const found: (TaggedJob | undefined)[] = [];
    for (let from = 0; from < ids.length; from += perCall)
      found.push(...(await this.#readSome(ids.slice(from, from + perCall))));
    return found;
  }

  /** The jobs this process has met that cannot be read, each looked at once more. */
  async findUnreadable(): Promise<readonly UnreadableJob[]> {
    await this.#readSome(this.unreadable.all().map(({ id }) => id));
    return this.unreadable.all();
  }

  /** The one value of a record. */
  take(id: string, record: JobRecord): Job {
    return this.#cache.intern(id, firstLine(record.status), (other) =>
      decodeJob(id, record, other),
    );
  }

  /** The one value with that tag, which `make` gives where it was not known. */
  keep(id: string, tag: string, make: () => Job): Job {
    return this.#cache.intern(id, tag, make);
  }

  forget(id: string): void {
    this.#cache.forget(id);
  }

  async #readSome(ids: readonly string[]): Promise<readonly (TaggedJob | undefined)[]> {
    const known = ids.map((id) => this.#cache.find(id));
    const call = readJobsScript.call(
      {},
      {},
      {
        keys: ids.map((id) => this.#keys.job(id)),
        arguments: known.map((one) => one?.tag ?? ''),
      },
    );
    const replies = readList(await this.#scripts.read(readJobsScript.script, call), 'read-jobs');
    return ids.map((id, index) => {
      const reply = replies[index];
      if (reply === 1) return known[index];
      return this.#taken(id, reply);
    });
  }

  #taken(id: string, reply: unknown): TaggedJob | undefined {
    try {
      const record = readRecord(reply);
      const job = record === undefined ? undefined : this.take(id, record);
      this.unreadable.forget(id);
      return record === undefined || job === undefined
        ? undefined
        : { tag: firstLine(record.status), job };
    } catch (error) {
      if (!(error instanceof UnreadablePart)) throw error;
      this.unreadable.note(id, error);
      return undefined;
    }
  }
}

/** The four parts as scripts answer them; undefined for none. */
function readRecord(reply: unknown): JobRecord | undefined {
  if (!isList(reply)) return undefined;
  const [head, status, request, changing] = reply;
  if (
    typeof head !== 'string' ||
    typeof status !== 'string' ||
    typeof request !== 'string' ||
    typeof changing !== 'string'
  )
    throw new UnreadablePart('the record is incomplete');
  return { head, status, request, changing };
}

/** Told to those who ask for a job that is set aside. */
export function unreadableJob(id: string): StorageUnavailable {
  return new StorageUnavailable(`The record of job ${id} cannot be read by this release.`, {
    applied: 'no',
  });
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}
