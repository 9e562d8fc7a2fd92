import { createHash } from 'node:crypto';
import { MOST_PNG_PIXELS_A_SIDE } from '../media/drawing-limits.ts';
import type { ReadFault } from '../faults/read-fault.ts';
import { ruleRead } from '../state/rule-read.ts';
import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { hasVanished } from '../job/reported-job.ts';
import {
  type ProviderReply,
  type ProviderResponse,
  textReply,
  type WantedRange,
} from '../http/provider-request.ts';
import { rangeReply } from '../http/range-reply.ts';
import { bareFaultReply, bareReply, ownReply } from '../replies/bare-reply.ts';
import { drawnOf, resultBytes } from './result-bytes.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';
import { leave, type RedirectTarget, type ResultFault, resultFaultOf } from './result-fault.ts';

/** Bytes of cached results: about a hundred videos. */
const cachedResultBytes = 64 * 1024 * 1024;

/** Outcome of a result read; each API words those that are no response yet. */
export type ResultReading =
  | { readonly kind: 'served'; readonly reply: ProviderReply }
  | { readonly kind: 'redirected'; readonly to: RedirectTarget }
  | { readonly kind: 'absent' | 'gone' | 'forbidden' };

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

/** Drawn results, shared by the spaces of one process, by the digest of their inputs. */
export type ResultFiles = ResultCache<string>;

export function createResultFiles(): ResultFiles {
  return createResultCache({ maximumBytes: cachedResultBytes });
}

export function createJobResults(world: ProviderState, files: ResultFiles): JobResults {
  const { requestHistory } = world;
  const draw = (job: MockJob) =>
    files.get(drawnOf(job, world.seed), () => resultBytes(job, world.seed));
  const digest = async (job: MockJob) => {
    const known = requestHistory.ofJob(job.id)?.sha256;
    if (typeof known === 'string') return known;
    const whole = isDamaged(job) ? await resultBytes(undamaged(job), world.seed) : await draw(job);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    requestHistory.note(job.id, { sha256 });
    return sha256;
  };
  return {
    digest,
    still: (job) => still(job, world),
    show: async (job, range) => mediaReply(job, { body: await draw(job), range }),
    read: async (accepted, range, isRedirected = false) => {
      requestHistory.exchanges.asks('result', accepted.id);
      const ruled = ruleRead(world, 'result', { ...accepted, job: accepted });
      if (ruled?.kind === 'gone' || (ruled?.kind === 'own' && ruled.isGone)) keep(accepted, world);
      if (ruled !== undefined && ruled.kind !== 'tokens') return ruledReading(ruled, world);
      const job = ruled === undefined ? accepted : changed(accepted, ruled.change);
      if (!isThere(world, job)) return { kind: 'absent' };
      const fault = resultFaultOf(world, job, isRedirected);
      noteFault(fault, accepted, world);
      const instead = readingInstead(fault);
      if (instead.kind === 'reading') return instead.reading;
      // A file changed by a rule differs at each read, and would displace cached ones.
      const body = await (isDrawnAlike(job.instructions, accepted.instructions)
        ? draw(accepted)
        : resultBytes(job, world.seed));
      const sha256 = reportsWhole(job) ? await digest(accepted) : undefined;
      const reply = leave(mediaReply(job, { body, range, sha256 }), instead.fault, world);
      if (isDamaged(job) && reachesEnd(reply)) requestHistory.exchanges.sendsBadBytes();
      return served(reply);
    },
  };
}

/** Records that the caller is not at fault for a file that it does not get. */
function keep({ id }: MockJob, { requestHistory }: ProviderState): void {
  const attempt = requestHistory.ofJob(id);
  if (attempt !== undefined) attempt.isKept = true;
}

function noteFault(fault: ResultFault | undefined, job: MockJob, world: ProviderState): void {
  if (isKept(fault, job)) keep(job, world);
  if (fault?.kind === 'page' || fault?.kind === 'length-lie')
    world.requestHistory.exchanges.sendsBadBytes();
}

/** Returns true if the caller gets the end of the file. */
function reachesEnd({ status, lacksEnd, cutAfter }: ProviderResponse): boolean {
  return status < 300 && lacksEnd !== true && cutAfter === undefined;
}

async function still(
  job: MockJob,
  { requestHistory, seed }: ProviderState,
): Promise<ProviderResponse> {
  requestHistory.exchanges.asks('result', job.id);
  // A video may be wider than a picture.
  const times = Math.ceil(Math.max(job.width, job.height) / MOST_PNG_PIXELS_A_SIDE);
  const [width, height] = [Math.ceil(job.width / times), Math.ceil(job.height / times)];
  const picture: MockJob = { ...undamaged(job), mediaType: 'image', width, height };
  return mediaReply(picture, { body: await resultBytes(picture, seed), range: null });
}

/**
 * Returns true if a caller that downloads no file after this is not at fault. A page or a false length that comes from
 * a rule may be absent at the next read.
 */
function isKept(fault: ResultFault | undefined, { instructions }: MockJob): boolean {
  const isForGood = instructions.htmlBody || instructions.lengthLie;
  return fault?.kind === 'redirect' || fault?.kind === 'gone' || isForGood;
}

/** Outcome of a read that serves no file; otherwise how the file is sent. */
function readingInstead(
  fault: ResultFault | undefined,
):
  | { readonly kind: 'reading'; readonly reading: ResultReading }
  | { readonly kind: 'file'; readonly fault: Parameters<typeof leave>[1] } {
  switch (fault?.kind) {
    case 'down':
      return { kind: 'reading', reading: served({ kind: 'reset' }) };
    case 'forbidden':
    case 'gone':
      return { kind: 'reading', reading: { kind: fault.kind } };
    case 'redirect':
      return { kind: 'reading', reading: { kind: 'redirected', to: fault.to } };
    case 'page':
      return { kind: 'reading', reading: served(signInPage()) };
    case 'cut':
    case 'drip':
    case 'length-lie':
    case undefined:
      return { kind: 'file', fault };
  }
}

function changed(job: MockJob, change: Partial<MockInstructions>): MockJob {
  return { ...job, instructions: { ...job.instructions, ...change } };
}

/** Outcome of a result read decided by a rule. */
function ruledReading(fault: ReadFault, { clock }: ProviderState): ResultReading {
  switch (fault.kind) {
    case 'bare':
      return served(bareFaultReply(fault, clock));
    case 'gone':
    case 'forbidden':
      return { kind: fault.kind };
    case 'own':
      return served(ownReply);
    case 'missing':
    case 'garbled':
    case 'error-in-200':
    case 'login':
    case 'tokens':
      return { kind: 'absent' };
    case 'rate_limited':
      return served(bareReply('429'));
    case 'unavailable':
      return served(bareReply('503'));
  }
}

function isThere(world: ProviderState, job: MockJob): boolean {
  return world.stateOf(job) === 'completed' && !hasVanished(job, world.clock.now());
}

function mediaReply(
  job: MockJob,
  file: Omit<Parameters<typeof rangeReply>[0], 'contentType'>,
): ProviderResponse {
  const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
  return rangeReply({ ...file, contentType });
}

const damages = ['truncateTo', 'wrongDuration', 'noMoov', 'wrongSize', 'corrupt'] as const;

function isDamaged({ instructions }: MockJob): boolean {
  return !isDrawnAlike(instructions, noInstructions);
}

function isDrawnAlike(one: MockInstructions, other: MockInstructions): boolean {
  return damages.every((damage) => one[damage] === other[damage]);
}

/** A corrupt file has the entity tag of the original, as from a store that does not check. */
function reportsWhole(job: MockJob): boolean {
  return !isDamaged(job) || job.instructions.corrupt;
}

function undamaged(job: MockJob): MockJob {
  const mended = { truncateTo: null, wrongDuration: false, noMoov: false };
  return changed(job, { ...mended, wrongSize: false, corrupt: false });
}

function served(reply: ProviderReply): ResultReading {
  return { kind: 'served', reply };
}

function signInPage(): ProviderReply {
  const page = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';
  return textReply(200, 'text/html', page);
}
