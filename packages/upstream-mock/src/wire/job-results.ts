import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { type ProviderReply, textReply, type WantedRange } from './provider-request.ts';
import { rangeReply } from './range-reply.ts';
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
  /** Rejects when the result cannot be drawn. */
  read(job: MockJob, range: WantedRange | null): Promise<ResultReading>;
}

/** Drawn results, which the worlds of one process share: jobs are told apart by being themselves. */
export type ResultFiles = ResultCache<MockJob>;

export function createResultFiles(): ResultFiles {
  return createResultCache({ maximumBytes: cachedResultBytes });
}

export function createJobResults(
  world: MockWorld,
  { seed, files }: { readonly seed: string; readonly files: ResultFiles },
): JobResults {
  return {
    read: async (job, range) => {
      const hindrance = hindranceOf(world, job);
      if (hindrance !== undefined) return hindrance;
      const contentType = job.mediaType === 'image' ? 'image/png' : 'video/mp4';
      const body = await files.get(job, () => resultBytes(job, seed));
      const reply = rangeReply({ contentType, body, range });
      const isCut = world.spendReadFault(job, 'resultCuts');
      return served(isCut ? { ...reply, cutAfter: Math.floor(reply.body.length / 2) } : reply);
    },
  };
}

function hindranceOf(world: MockWorld, job: MockJob): ResultReading | undefined {
  if (world.stateOf(job) !== 'completed') return { kind: 'absent' };
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
