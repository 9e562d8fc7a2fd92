import { timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '../world/keyed-digest.ts';
import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';

/** What a link to a result is worth. */
export type LinkReading =
  | { readonly kind: 'valid'; readonly job: MockJob }
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

/** Links to results that need no credential: signed, and with an end, as those of the stores behind providers are. */
export interface ResultLinks {
  /** The link to a completed job's result, below the prefix the caller reached. */
  to(job: MockJob, base: string): string;
  read(url: URL): LinkReading;
}

/**
 * @param manner - `keptMs`: how long after its end a job's result is kept, `lifeMs`: how long a link to it lives that was
 *   given, both before scaling and unless a token says otherwise; the second is not shorter unless it is given
 */
export function createResultLinks(
  { world }: { readonly world: MockWorld },
  {
    wire,
    keptMs,
    lifeMs = null,
  }: { readonly wire: string; readonly keptMs: number; readonly lifeMs?: number | null },
): ResultLinks {
  const { clock, evidence } = world;
  const keptUntil = (job: MockJob) =>
    job.endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
  const signature = (id: string, expires: number) =>
    keyedDigest(world.seed, 'link', wire, id, String(expires)).toString('hex', 0, 16);
  return {
    to: (job, base) => {
      const ownMs = job.instructions.linkLifeMs ?? lifeMs;
      const ownEnd = ownMs === null ? Infinity : clock.now() + clock.scaled(ownMs);
      const expires = Math.min(keptUntil(job), ownEnd);
      const query = new URLSearchParams({
        expires: String(expires),
        signature: signature(job.id, expires),
      });
      const suffix = job.mediaType === 'image' ? 'png' : 'mp4';
      return `${base}/files/${encodeURIComponent(job.id)}.${suffix}?${query.toString()}`;
    },
    read: (url) => {
      const [, id = ''] = /^\/files\/([\w-]{1,80})\.(?:mp4|png)$/.exec(url.pathname) ?? [];
      const expires = Number(url.searchParams.get('expires') ?? Number.NaN);
      const job = world.find(id);
      if (job?.wire !== wire || !Number.isSafeInteger(expires)) return { kind: 'forged' };
      if (!isSame(url.searchParams.get('signature') ?? '', signature(id, expires)))
        return { kind: 'forged' };
      if (clock.now() < expires) return { kind: 'valid', job };
      evidence.exchanges.asks('result', id);
      evidence.see(evidence.staleLinks, `${id} ${expires}`);
      return { kind: 'expired' };
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
