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

/** A job with the tag of its value; see `JobRecord`. */
export interface TaggedJob {
  readonly tag: string;
  readonly job: Job;
}

/** Maximum size of the cached jobs in bytes, as estimated by `estimatedJobBytes`. */
const mostBytes = 32 * 1024 * 1024;

/**
 * Jobs read or written last, limited by count and by bytes, so that an unchanged job is one value in this process and
 * its texts are neither sent nor parsed again. Only Redis knows if a value is still the newest: it is queried with the
 * tag.
 */
export class JobCache {
  readonly #create: () => LRUCache<string, TaggedJob>;
  /** Created with the first job: the cache allocates all its memory at once. */
  #byId: LRUCache<string, TaggedJob> | undefined;

  /**
   * @param capacity maximum number of jobs
   * @param bytes maximum size in bytes; a larger job is not kept
   */
  constructor(capacity: number, bytes = mostBytes) {
    this.#create = () =>
      new LRUCache({
        // The cache treats 0 as no bound.
        max: Math.max(1, capacity),
        maxSize: capacity === 0 ? 1 : bytes,
        sizeCalculation: ({ job }) => estimatedJobBytes(job),
      });
  }

  /** Returns the last value cached under the id, however old. */
  find(id: string): TaggedJob | undefined {
    return this.#byId?.get(id);
  }

  /** Returns the one value of an id and tag, cached or made now. An older value never replaces a newer one. */
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

  /** Forgets everything: in another history of the store one tag may be another value. */
  clear(): void {
    this.#byId?.clear();
  }
}

/** Parts for everything that reads or changes jobs. */
export interface JobAccess {
  readonly scripts: ScriptRunner;
  readonly keys: JobKeys;
  readonly stored: StoredJobs;
  /** Values that this node's listeners have received. */
  readonly heard: HeardCommits;
}

/** Maximum number of jobs read in one call: a millisecond of the server's time. */
const perCall = 200;

/** Reads jobs from Redis; unchanged ones are not sent again, unreadable ones are set aside and left out of lists. */
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

  /** Jobs in the order of the ids; undefined for a missing one. */
  async findAll(ids: readonly string[]): Promise<readonly (Job | undefined)[]> {
    return (await this.findTagged(ids)).map((found) => found?.job);
  }

  /** Like `findAll`, each with its tag. */
  async findTagged(ids: readonly string[]): Promise<readonly (TaggedJob | undefined)[]> {
    const found: (TaggedJob | undefined)[] = [];
    for (let from = 0; from < ids.length; from += perCall)
      found.push(...(await this.#readSome(ids.slice(from, from + perCall))));
    return found;
  }

  /** Unreadable jobs seen by this process, each read once more. */
  async findUnreadable(): Promise<readonly UnreadableJob[]> {
    await this.#readSome(this.unreadable.all().map(({ id }) => id));
    return this.unreadable.all();
  }

  /** Returns the one value of a record. */
  take(id: string, record: JobRecord): Job {
    return this.#cache.intern(id, firstLine(record.status), (other) =>
      decodeJob(id, record, other),
    );
  }

  /** Returns the one value with that tag, created by `make` where it is not cached. */
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

/** Parses the four parts that scripts return; undefined for none. */
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

/** Error for callers who ask for a job that is set aside. */
export function unreadableJob(id: string): StorageUnavailable {
  return new StorageUnavailable(`The record of job ${id} cannot be read by this release.`, {
    applied: 'no',
  });
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}
