import { createHash } from 'node:crypto';
import type { ReadFault } from '../rules/read-fault.ts';
import { ruleRead } from '../rules/rule-read.ts';
import type { MockInstructions } from '../tokens/mock-instructions.ts';
import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { hasVanished } from '../world/told-job.ts';
import {
  type ProviderReply,
  type ProviderResponse,
  textReply,
  type WantedRange,
} from './provider-request.ts';
import { rangeReply } from './range-reply.ts';
import { bareFaultReply } from './ruled-reply.ts';
import { resultBytes } from './result-bytes.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';

/** Results kept at once: some hundred videos. */
const cachedResultBytes = 64 * 1024 * 1024;

/** What a read of a result comes to; every wire has words of its own for those that are no response yet. */
export type ResultReading =
  | { readonly kind: 'served'; readonly reply: ProviderReply }
  | { readonly kind: 'absent' | 'gone' | 'forbidden' };

/** The finished work of jobs, as it is served: whole, damaged or refused as their tokens ask. */
export interface JobResults {
  /** Digest of the job's whole, undamaged file, in hexadecimal digits. Rejects when it cannot be drawn. */
  digest(job: MockJob): Promise<string>;
  /** The job's file, for one who looks on: it counts as no read of a caller. Rejects when it cannot be drawn. */
  show(job: MockJob, range: WantedRange | null): Promise<ProviderResponse>;
  /** Rejects when the result cannot be drawn. */
  read(job: MockJob, range: WantedRange | null): Promise<ResultReading>;
}

/** Drawn results, which the worlds of one process share: jobs are told apart by being themselves. */
export type ResultFiles = ResultCache<MockJob>;

export function createResultFiles(): ResultFiles {
  return createResultCache({ maximumBytes: cachedResultBytes });
}

export function createJobResults(world: MockWorld, files: ResultFiles): JobResults {
  const { evidence } = world;
  const draw = (job: MockJob) => files.get(job, () => resultBytes(job, world.seed));
  const digest = async (job: MockJob) => {
    const known = evidence.ofJob(job.id)?.sha256;
    if (typeof known === 'string') return known;
    const whole = isDamaged(job) ? await resultBytes(undamaged(job), world.seed) : await draw(job);
    const sha256 = createHash('sha256').update(whole).digest('hex');
    evidence.drawn(job.id, sha256);
    return sha256;
  };
  return {
    digest,
    show: async (job, range) => fileReply(job, await draw(job), range),
    read: async (accepted, range) => {
      evidence.exchanges.asks('result', accepted.id);
      const ruled = ruleRead(world, 'result', { ...accepted, job: accepted });
      if (ruled !== undefined && ruled.kind !== 'tokens') return ruledReading(ruled, world);
      const job = ruled === undefined ? accepted : changed(accepted, ruled.change);
      const hindrance = hindranceOf(world, job);
      if (hindrance !== undefined) return hindrance;
      const body = await draw(job);
      if (!isDamaged(job)) await digest(job);
      const reply = fileReply(job, body, range);
      if (world.spendReadFault(job, 'resultCuts'))
        return served({ ...reply, cutAfter: Math.floor(reply.body.length / 2) });
      if (reply.status < 300) evidence.exchanges.reachesEnd();
      return served(reply);
    },
  };
}

function changed(job: MockJob, change: Partial<MockInstructions>): MockJob {
  return { ...job, instructions: { ...job.instructions, ...change } };
}

/** What a rule has a read of a result come to. */
function ruledReading(fault: ReadFault, { clock }: MockWorld): ResultReading {
  switch (fault.kind) {
    case 'bare':
      return served(bareFaultReply(fault, clock));
    case 'gone':
    case 'forbidden':
      return { kind: fault.kind };
    case 'missing':
    case 'garbled':
    case 'error-in-200':
    case 'login':
    case 'rate_limited':
    case 'unavailable':
    case 'tokens':
      return { kind: 'absent' };
  }
}

function fileReply(job: MockJob, body: Uint8Array, range: WantedRange | null): ProviderResponse {
  const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
  return rangeReply({ contentType, body, range });
}

function isDamaged({ instructions }: MockJob): boolean {
  const { truncateTo, wrongDuration, noMoov } = instructions;
  return truncateTo !== null || wrongDuration || noMoov;
}

function undamaged(job: MockJob): MockJob {
  return changed(job, { truncateTo: null, wrongDuration: false, noMoov: false });
}

function hindranceOf(world: MockWorld, job: MockJob): ResultReading | undefined {
  if (world.stateOf(job) !== 'completed' || hasVanished(job, world.clock.now()))
    return { kind: 'absent' };
  const { resultDownMs, resultGone, htmlBody } = job.instructions;
  const { clock } = world;
  if (clock.now() < job.endsAt + clock.scaled(resultDownMs ?? 0)) return served({ kind: 'reset' });
  if (world.spendReadFault(job, 'resultForbidden')) return { kind: 'forbidden' };
  if (resultGone) return { kind: 'gone' };
  return htmlBody ? served(signInPage()) : undefined;
}

function served(reply: ProviderReply): ResultReading {
  return { kind: 'served', reply };
}

function signInPage(): ProviderReply {
  const page = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';
  return textReply(200, 'text/html', page);
}
