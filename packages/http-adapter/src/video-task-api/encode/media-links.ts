import type { ApiUsers, Clock, Job } from '@filmgate/core';
import {
  isSignedPathValid,
  isUnexpired,
  type SignedQuery,
  signUrl,
  type UrlSigner,
} from '../../mechanics/signed-url.ts';

/** Links that play a job's video without a credential [media.no-header]. */
export interface MediaLinks {
  /** A link for the stored video; undefined before it is stored and after it was removed, and where its owner has none. */
  linkTo(job: Job): Promise<string | undefined>;
  /** Whether a query may be one of ours: to be asked before the job is looked up. */
  isUnexpired(query: SignedQuery): boolean;
  /**
   * Whether a link's query was signed by us for this job, still holds, and was not revoked. Without an owner, as for a job
   * that is gone, this is true only of what was signed before any revocation.
   */
  isValid(jobId: string, owner: string | undefined, query: SignedQuery): Promise<boolean>;
}

export interface MediaLinksOptions {
  readonly signer: UrlSigner;
  readonly publicUrl: () => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifetimeSeconds: number;
  /** Read at each use, since links are revoked at any time (I12). */
  readonly linkEpoch: ApiUsers['linkEpoch'];
}

/** Where a job's video is played from, below the public URL. */
function mediaPath(jobId: string): string {
  return `/media/${jobId}.mp4`;
}

interface SignedLink {
  readonly expires: number;
  readonly epoch: number;
  readonly publicUrl: string;
  readonly url: string;
}

export function createMediaLinks(options: MediaLinksOptions): MediaLinks {
  const { signer, clock, lifetimeSeconds, linkEpoch } = options;
  // Signing costs more than anything else in answering a poll; within one second the link is the same.
  const signed = new WeakMap<Job, SignedLink>();
  return {
    async linkTo(job) {
      const now = clock.now();
      if (job.state !== 'completed' || job.result === null) return undefined;
      if (job.resultExpiresAt !== null && job.resultExpiresAt <= now) return undefined;
      const epoch = await linkEpoch(job.owner);
      if (epoch === null) return undefined;
      const expires = Math.floor(now / 1000) + lifetimeSeconds;
      const publicUrl = options.publicUrl();
      const known = signed.get(job);
      const isSame = known?.expires === expires && known.epoch === epoch;
      if (isSame && known.publicUrl === publicUrl) return known.url;
      const url = signUrl({ signer, publicUrl, path: mediaPath(job.id), expires, epoch });
      signed.set(job, { expires, epoch, publicUrl, url });
      return url;
    },
    isUnexpired: (query) => isUnexpired(query, clock.now()),
    async isValid(jobId, owner, query) {
      const epoch = owner === undefined ? 0 : await linkEpoch(owner);
      if (epoch === null) return false;
      return isSignedPathValid({
        signer,
        path: mediaPath(jobId),
        query,
        nowMs: clock.now(),
        epoch,
      });
    },
  };
}
