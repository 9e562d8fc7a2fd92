import { createHash } from 'node:crypto';
import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import {
  type ProviderReply,
  type ProviderResponse,
  textReply,
  type WantedRange,
} from './provider-request.ts';
import { rangeReply } from './range-reply.ts';
import { resultBytes } from './result-bytes.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';
import { type RedirectTarget, type ResultFault, resultFaultOf } from './result-fault.ts';

/** Results kept at once: some hundred videos. */
const cachedResultBytes = 64 * 1024 * 1024;

/** In how many pieces a file leaves that takes its time. */
const drops = 8;

/** What a read of a result comes to; every wire has words of its own for those that are no response yet. */
export type ResultReading =
  | { readonly kind: 'served'; readonly reply: ProviderReply }
  | { readonly kind: 'redirected'; readonly to: RedirectTarget }
  | { readonly kind: 'absent' | 'gone' | 'forbidden' };

/** The finished work of jobs, as it is served: whole, damaged or refused as their tokens ask. */
export interface JobResults {
  /** Digest of the job's whole, undamaged file, in hexadecimal digits. Rejects when it cannot be drawn. */
  digest(job: MockJob): Promise<string>;
  /** The job's file, for one who looks on: it counts as no read of a caller. Rejects when it cannot be drawn. */
  show(job: MockJob, range: WantedRange | null): Promise<ProviderResponse>;
  /**
   * Rejects when the result cannot be drawn.
   *
   * @param isRedirected - whether the read comes of a redirect, or cannot be redirected
   */
  read(job: MockJob, range: WantedRange | null, isRedirected?: boolean): Promise<ResultReading>;
}

/** Drawn results, which the worlds of one process share: jobs are told apart by being themselves. */
export type ResultFiles = ResultCache<MockJob>;

export function createResultFiles(): ResultFiles {
  return createResultCache({ maximumBytes: cachedResultBytes });
}

export function createJobResults(world: MockWorld, files: ResultFiles): JobResults {
  return new DrawnResults(world, files);
}

class DrawnResults implements JobResults {
  readonly #world: MockWorld;
  readonly #files: ResultFiles;

  constructor(world: MockWorld, files: ResultFiles) {
    this.#world = world;
    this.#files = files;
  }

  async digest(job: MockJob): Promise<string> {
    const { evidence, seed } = this.#world;
    const known = evidence.ofJob(job.id)?.sha256;
    if (typeof known === 'string') return known;
    const whole = isDamaged(job) ? await resultBytes(undamaged(job), seed) : await this.#draw(job);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    evidence.drawn(job.id, sha256);
    return sha256;
  }

  async read(
    job: MockJob,
    range: WantedRange | null,
    isRedirected = false,
  ): Promise<ResultReading> {
    this.#world.evidence.exchanges.asks('result', job.id);
    if (this.#world.stateOf(job) !== 'completed') return { kind: 'absent' };
    const fault = resultFaultOf(this.#world, job, isRedirected);
    if (fault === undefined) return served(this.#leave(await this.#file(job, range)));
    switch (fault.kind) {
      case 'down':
        return served({ kind: 'reset' });
      case 'forbidden':
      case 'gone':
        return { kind: fault.kind };
      case 'redirect':
        return { kind: 'redirected', to: fault.to };
      case 'page':
        return served(signInPage());
      case 'cut':
      case 'drip':
      case 'length-lie':
        return served(this.#leave(await this.#file(job, range), fault));
    }
  }

  async show(job: MockJob, range: WantedRange | null): Promise<ProviderResponse> {
    return fileReply(job, { body: await this.#draw(job), range });
  }

  #draw(job: MockJob): Promise<Uint8Array> {
    return this.#files.get(job, () => resultBytes(job, this.#world.seed));
  }

  /** The file, or the rest of it. A corrupt one has the entity tag of the whole, as from a store that does not look. */
  async #file(job: MockJob, range: WantedRange | null): Promise<ProviderResponse> {
    const body = await this.#draw(job);
    const isWhole = !isDamaged(job) || job.instructions.corrupt;
    return fileReply(job, { body, range, sha256: isWhole ? await this.digest(job) : undefined });
  }

  #leave(
    reply: ProviderResponse,
    fault?: Extract<ResultFault, { readonly kind: 'cut' | 'drip' | 'length-lie' }>,
  ): ProviderResponse {
    const { length } = reply.body;
    if (fault?.kind === 'cut') {
      const cutAfter = fault.after ?? Math.floor(length / 2);
      if (fault.after === null || cutAfter < length) return { ...reply, cutAfter };
    }
    if (fault?.kind === 'length-lie') return { ...reply, announced: Math.floor(length / 2) };
    if (reply.status < 300) this.#world.evidence.exchanges.reachesEnd();
    if (fault?.kind !== 'drip') return reply;
    const { clock } = this.#world;
    const [now, takes] = [clock.now(), clock.scaled(fault.ms)];
    const instant = (drop: number) => now + Math.ceil((takes * (drop + 1)) / (drops - 1));
    return { ...reply, drip: Array.from({ length: drops - 1 }, (_, drop) => instant(drop)) };
  }
}

function fileReply(
  job: MockJob,
  file: Omit<Parameters<typeof rangeReply>[0], 'contentType'>,
): ProviderResponse {
  const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
  return rangeReply({ ...file, contentType });
}

function isDamaged({ instructions }: MockJob): boolean {
  const { truncateTo, wrongDuration, noMoov, wrongSize, corrupt } = instructions;
  return truncateTo !== null || wrongDuration || noMoov || wrongSize || corrupt;
}

function undamaged(job: MockJob): MockJob {
  const mended = {
    truncateTo: null,
    wrongDuration: false,
    noMoov: false,
    wrongSize: false,
    corrupt: false,
  };
  return { ...job, instructions: { ...job.instructions, ...mended } };
}

function served(reply: ProviderReply): ResultReading {
  return { kind: 'served', reply };
}

function signInPage(): ProviderReply {
  const page = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';
  return textReply(200, 'text/html', page);
}
