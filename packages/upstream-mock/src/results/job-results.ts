import { hash } from 'node:crypto';
import type { ProviderResponse, WantedRange } from '../http/provider-request.ts';
import { rangeReply } from '../http/range-reply.ts';
import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';
import { hasVanished } from '../job/reported-job.ts';
import { MOST_PNG_PIXELS_A_SIDE } from '../media/drawing-limits.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { ruleRead } from '../state/rule-read.ts';
import { drawnOf, resultBytes } from './result-bytes.ts';
import type { ResultCache } from './result-cache.ts';
import {
  fileSending,
  readingInstead,
  type ResultReading,
  ruledReading,
  served,
} from './result-reading.ts';

/** Results of jobs as they are served: complete, damaged or refused, as their tokens ask. */
export class JobResults {
  readonly #world: ProviderState;
  readonly #files: ResultCache;

  /** @param files - drawn results, shared by the spaces of one process, by the digest of their inputs */
  constructor(world: ProviderState, files: ResultCache) {
    this.#world = world;
    this.#files = files;
  }

  /** Digest of the job's complete, undamaged file, in hexadecimal digits. Rejects if it cannot be drawn. */
  async digest(job: MockJob): Promise<string> {
    const { requestHistory, seed } = this.#world;
    const known = requestHistory.ofJob(job.id)?.sha256;
    if (typeof known === 'string') return known;
    const whole = await (isDamaged(job) ? resultBytes(undamaged(job), seed) : this.#draw(job));
    const sha256 = hash('sha256', whole);
    requestHistory.note(job.id, { sha256 });
    return sha256;
  }

  /** The job's file for an observer: it does not count as a read. Rejects if it cannot be drawn. */
  async show(job: MockJob, range: WantedRange | null): Promise<ProviderResponse> {
    return mediaReply(job, { body: await this.#draw(job), range });
  }

  /** A still of a completed job, undamaged whatever its tokens; no download. Rejects if it cannot be drawn. */
  async still(job: MockJob): Promise<ProviderResponse> {
    const { requestHistory, seed } = this.#world;
    requestHistory.exchanges.asks('result', job.id);
    // A video may be wider than a picture.
    const times = Math.ceil(Math.max(job.width, job.height) / MOST_PNG_PIXELS_A_SIDE);
    const [width, height] = [Math.ceil(job.width / times), Math.ceil(job.height / times)];
    const picture: MockJob = { ...undamaged(job), mediaType: 'image', width, height };
    return mediaReply(picture, { body: await resultBytes(picture, seed), range: null });
  }

  /**
   * Rejects if the result cannot be drawn.
   *
   * @param isRedirected - true if the read follows a redirect, or cannot be redirected
   */
  async read(
    accepted: MockJob,
    range: WantedRange | null,
    isRedirected = false,
  ): Promise<ResultReading> {
    const world = this.#world;
    const { exchanges } = world.requestHistory;
    exchanges.asks('result', accepted.id);
    const ruled = ruleRead(world, 'result', { ...accepted, job: accepted });
    if (ruled?.kind === 'gone' || (ruled?.kind === 'own' && ruled.isGone)) this.#keep(accepted);
    if (ruled !== undefined && ruled.kind !== 'tokens') return ruledReading(ruled, world);
    const job = ruled === undefined ? accepted : changed(accepted, ruled.change);
    if (world.jobs.stateOf(job) !== 'completed' || hasVanished(job, world.clock.now()))
      return { kind: 'absent' };
    const instead = readingInstead(world, job, isRedirected);
    // A page or a false length that comes from a rule may be absent at the next read.
    const isNeverServed = accepted.instructions.htmlBody || accepted.instructions.lengthLie;
    if (isNeverServed || instead?.kind === 'redirected' || instead?.kind === 'gone')
      this.#keep(accepted);
    if (instead !== undefined) return instead;
    const send = fileSending(world, job);
    const file = await this.#file(job, accepted, range);
    // A refused range contains nothing of the file.
    if (file.status >= 300) return served(file);
    const reply = send(file);
    const isCut = reply.lacksEnd === true || reply.cutAfter !== undefined;
    if (isDamaged(job) && !isCut) exchanges.sendsBadBytes();
    return served(reply);
  }

  /** Records that the caller is not at fault for a file that it does not get. */
  #keep({ id }: MockJob): void {
    const attempt = this.#world.requestHistory.ofJob(id);
    if (attempt !== undefined) attempt.isKept = true;
  }

  /** The file of a job as a rule may have changed it. */
  async #file(
    job: MockJob,
    accepted: MockJob,
    range: WantedRange | null,
  ): Promise<ProviderResponse> {
    // A file changed by a rule differs at each read, and would displace cached ones.
    const isUsual = isDrawnAlike(job.instructions, accepted.instructions);
    const body = await (isUsual ? this.#draw(accepted) : resultBytes(job, this.#world.seed));
    // A corrupt file has the entity tag of the original, as from a store that does not check.
    const reportsWhole = !isDamaged(job) || job.instructions.corrupt;
    const sha256 = reportsWhole ? await this.digest(accepted) : undefined;
    return mediaReply(job, { body, range, sha256 });
  }

  #draw(job: MockJob): Promise<Uint8Array> {
    const { seed } = this.#world;
    return this.#files.get(drawnOf(job, seed), () => resultBytes(job, seed));
  }
}

function mediaReply(
  job: MockJob,
  file: Omit<Parameters<typeof rangeReply>[0], 'contentType'>,
): ProviderResponse {
  const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
  return rangeReply({ ...file, contentType });
}

function changed(job: MockJob, change: Partial<MockInstructions>): MockJob {
  return { ...job, instructions: { ...job.instructions, ...change } };
}

const damages = ['truncateTo', 'wrongDuration', 'noMoov', 'wrongSize', 'corrupt'] as const;

function isDrawnAlike(one: MockInstructions, other: MockInstructions): boolean {
  return damages.every((damage) => one[damage] === other[damage]);
}

function isDamaged({ instructions }: MockJob): boolean {
  return !isDrawnAlike(instructions, noInstructions);
}

function undamaged(job: MockJob): MockJob {
  const { truncateTo, wrongDuration, noMoov, wrongSize, corrupt } = noInstructions;
  return changed(job, { truncateTo, wrongDuration, noMoov, wrongSize, corrupt });
}
