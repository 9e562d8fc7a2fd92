import type { Clock, Job, MediaType } from '@filmgate/core';
import { isSignedPathValid, signUrl, type UrlSigner } from '../../mechanics/signed-url.ts';

/** Links to results that work without a credential (decisions §5 Result URL). */
export interface ResultLinks {
  /** A link that works as long as the result is kept; undefined before it is stored and after it was removed. */
  linkTo(job: Job): string | undefined;
  /** Whether a link's query was signed by us for this file and still holds. */
  isValid(
    file: string,
    query: { readonly expires?: unknown; readonly signature?: unknown },
  ): boolean;
}

export interface ResultLinksOptions {
  readonly signer: UrlSigner;
  readonly publicUrl: () => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** What a result is called, by what it is. */
export const resultExtensions: { readonly [M in MediaType]: string } = {
  video: 'mp4',
  image: 'png',
};

function mediaPath(file: string): string {
  return `/media/${file}`;
}

export function createResultLinks({ signer, publicUrl, clock }: ResultLinksOptions): ResultLinks {
  return {
    linkTo(job) {
      const { state, result, resultExpiresAt } = job;
      if (state !== 'completed' || result === null || resultExpiresAt === null) return undefined;
      if (resultExpiresAt <= clock.now()) return undefined;
      const path = mediaPath(`${job.id}.${resultExtensions[job.request.mediaType]}`);
      const expires = Math.floor(resultExpiresAt / 1000);
      return signUrl({ signer, publicUrl: publicUrl(), path, expires });
    },
    isValid: (file, query) =>
      isSignedPathValid({ signer, path: mediaPath(file), query, nowMs: clock.now() }),
  };
}
