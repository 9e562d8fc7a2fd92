import { createHash } from 'node:crypto';
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
  fileFaultOf,
  readingInstead,
  type ResultReading,
  ruledReading,
  served,
  withFault,
} from './result-reading.ts';

/** Results of jobs as they are served: complete, damaged or refused, as their tokens ask. */
export interface JobResults {
  /** Digest of the job's complete, undamaged file, in hexadecimal digits. Rejects if it cannot be drawn. */
  digest(job: MockJob): Promise<string>;
  /** The job's file for an observer: it does not count as a read. Rejects if it cannot be drawn. */
  show(job: MockJob, range: WantedRange | null): Promise<ProviderResponse>;
  /** A still of a completed job, undamaged whatever its tokens; no download. Rejects if it cannot be drawn. */
  still(job: MockJob): Promise<ProviderResponse>;
  /**
   * Rejects if the result cannot be drawn.
   *
   * @param isRedirected - true if the read follows a redirect, or cannot be redirected
   */
  read(job: MockJob, range: WantedRange | null, isRedirected?: boolean): Promise<ResultReading>;
}

/** @param files - drawn results, shared by the spaces of one process, by the digest of their inputs */
export function createJobResults(world: ProviderState, files: ResultCache): JobResults {
  const { clock, requestHistory, seed } = world;
  const { exchanges } = requestHistory;
  const draw = (job: MockJob) => files.get(drawnOf(job, seed), () => resultBytes(job, seed));
  /** Records that the caller is not at fault for a file that it does not get. */
  const keep = ({ id }: MockJob) => {
    const attempt = requestHistory.ofJob(id);
    if (attempt !== undefined) attempt.isKept = true;
  };
  const digest = async (job: MockJob) => {
    const known = requestHistory.ofJob(job.id)?.sha256;
    if (typeof known === 'string') return known;
    const whole = isDamaged(job) ? await resultBytes(undamaged(job), seed) : await draw(job);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    requestHistory.drawn(job.id, sha256);
    return sha256;
  };
  /** The file of a job as a rule may have changed it. */
  const file = async (job: MockJob, accepted: MockJob, range: WantedRange | null) => {
    // A file changed by a rule differs at each read, and would displace cached ones.
    const isDrawnAlike = damages.every(
      (damage) => job.instructions[damage] === accepted.instructions[damage],
    );
    const body = await (isDrawnAlike ? draw(accepted) : resultBytes(job, seed));
    // A corrupt file has the entity tag of the original, as from a store that does not check.
    const isWhole = !isDamaged(job) || job.instructions.corrupt;
    return mediaReply(job, { body, range, sha256: isWhole ? await digest(accepted) : undefined });
  };
  return {
    digest,
    show: async (job, range) => mediaReply(job, { body: await draw(job), range }),
    still: async (job) => {
      exchanges.asks('result', job.id);
      // A video may be wider than a picture.
      const times = Math.ceil(Math.max(job.width, job.height) / MOST_PNG_PIXELS_A_SIDE);
      const [width, height] = [Math.ceil(job.width / times), Math.ceil(job.height / times)];
      const picture: MockJob = { ...undamaged(job), mediaType: 'image', width, height };
      return mediaReply(picture, { body: await resultBytes(picture, seed), range: null });
    },
    read: async (accepted, range, isRedirected = false) => {
      exchanges.asks('result', accepted.id);
      const ruled = ruleRead(world, 'result', { ...accepted, job: accepted });
      if (ruled?.kind === 'gone' || (ruled?.kind === 'own' && ruled.isGone)) keep(accepted);
      if (ruled !== undefined && ruled.kind !== 'tokens') return ruledReading(ruled, world);
      const job = ruled === undefined ? accepted : changed(accepted, ruled.change);
      const isThere = world.stateOf(job) === 'completed' && !hasVanished(job, clock.now());
      if (!isThere) return { kind: 'absent' };
      const instead = readingInstead(world, job, isRedirected);
      const fault = instead === undefined ? fileFaultOf(world, job) : undefined;
      // A page or a false length that comes from a rule may be absent at the next read.
      const isNeverServed = accepted.instructions.htmlBody || accepted.instructions.lengthLie;
      if (isNeverServed || instead?.kind === 'redirected' || instead?.kind === 'gone')
        keep(accepted);
      if (instead !== undefined) return instead;
      const reply = withFault(await file(job, accepted, range), fault, world);
      const reachesEnd =
        reply.status < 300 && reply.lacksEnd !== true && reply.cutAfter === undefined;
      if (isDamaged(job) && reachesEnd) exchanges.sendsBadBytes();
      return served(reply);
    },
  };
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

function isDamaged({ instructions }: MockJob): boolean {
  return damages.some((damage) => instructions[damage] !== noInstructions[damage]);
}

function undamaged(job: MockJob): MockJob {
  const { truncateTo, wrongDuration, noMoov, wrongSize, corrupt } = noInstructions;
  return changed(job, { truncateTo, wrongDuration, noMoov, wrongSize, corrupt });
}
