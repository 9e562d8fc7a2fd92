import type { Clock, Job } from '@filmgate/core';
import { isSignedPathValid, signUrl, type UrlSigner } from '../../mechanics/signed-url.ts';

/** Links that play a job's video without a credential (decisions §3 `video_url`). */
export interface MediaLinks {
  /** A link for the stored video; undefined before it is stored and after it was removed. */
  linkTo(job: Job): string | undefined;
  /** Whether a link's query was signed by us for this job and still holds. */
  isValid(
    jobId: string,
    query: { readonly expires?: unknown; readonly signature?: unknown },
  ): boolean;
}

export interface MediaLinksOptions {
  readonly signer: UrlSigner;
  readonly publicUrl: () => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly lifetimeSeconds: number;
}

/** Where a job's video is played from, below the public URL. */
function mediaPath(jobId: string): string {
  return `/media/${jobId}.mp4`;
}

export function createMediaLinks(options: MediaLinksOptions): MediaLinks {
  const { signer, clock, lifetimeSeconds } = options;
  // Signing costs more than anything else in answering a poll; within one second the link is the same.
  const signed = new WeakMap<
    Job,
    { readonly expires: number; readonly publicUrl: string; readonly url: string }
  >();
  return {
    linkTo(job) {
      const now = clock.now();
      if (job.state !== 'completed' || job.result === null) return undefined;
      if (job.resultExpiresAt !== null && job.resultExpiresAt <= now) return undefined;
      const expires = Math.floor(now / 1000) + lifetimeSeconds;
      const publicUrl = options.publicUrl();
      const known = signed.get(job);
      if (known?.expires === expires && known.publicUrl === publicUrl) return known.url;
      const url = signUrl({ signer, publicUrl, path: mediaPath(job.id), expires });
      signed.set(job, { expires, publicUrl, url });
      return url;
    },
    isValid: (jobId, query) =>
      isSignedPathValid({ signer, path: mediaPath(jobId), query, nowMs: clock.now() }),
  };
}
