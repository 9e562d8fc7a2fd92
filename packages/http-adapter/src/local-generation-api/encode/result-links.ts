import type { ApiUsers, Clock, Job, MediaType } from '@filmgate/core';
import {
  isSignedPathValid,
  isUnexpired,
  type SignedQuery,
  signUrl,
  type UrlSigner,
} from '../../mechanics/signed-url.ts';

/** Links to results that work without a credential [local.result.url]. */
export interface ResultLinks {
  /** A link that works as long as the result is kept; undefined before it is stored and after it was removed. */
  linkTo(job: Job): Promise<string | undefined>;
  /** Whether a query may be one of ours: to be asked before the job is looked up. */
  isUnexpired(query: SignedQuery): boolean;
  /**
   * Whether a link's query was signed by us for this file, still holds, and was not revoked. Without an owner, as for a job
   * that is gone, this is true only of what was signed before any revocation.
   */
  isValid(file: string, owner: string | undefined, query: SignedQuery): Promise<boolean>;
}

export interface ResultLinksOptions {
  readonly signer: UrlSigner;
  readonly publicUrl: () => string;
  readonly clock: Pick<Clock, 'now'>;
  /** Read at each use, since links are revoked at any time (I12). */
  readonly linkEpoch: ApiUsers['linkEpoch'];
}

/** What a result is called, by what it is. */
export const resultExtensions: { readonly [M in MediaType]: string } = {
  video: 'mp4',
  image: 'png',
};

function mediaPath(file: string): string {
  return `/media/${file}`;
}

export function createResultLinks(options: ResultLinksOptions): ResultLinks {
  const { signer, publicUrl, clock, linkEpoch } = options;
  return {
    async linkTo(job) {
      const { state, result, resultExpiresAt } = job;
      if (state !== 'completed' || result === null || resultExpiresAt === null) return undefined;
      if (resultExpiresAt <= clock.now()) return undefined;
      const epoch = await linkEpoch(job.owner);
      if (epoch === null) return undefined;
      const path = mediaPath(`${job.id}.${resultExtensions[job.request.mediaType]}`);
      const expires = Math.floor(resultExpiresAt / 1000);
      return signUrl({ signer, publicUrl: publicUrl(), path, expires, epoch });
    },
    isUnexpired: (query) => isUnexpired(query, clock.now()),
    async isValid(file, owner, query) {
      const epoch = owner === undefined ? 0 : await linkEpoch(owner);
      if (epoch === null) return false;
      return isSignedPathValid({ signer, path: mediaPath(file), query, nowMs: clock.now(), epoch });
    },
  };
}
