import { type BlobStore, type Clock, fileExtension } from '@filmgate/core';
import {
  isSignedPathValid,
  isUnexpired,
  type SignedQuery,
  signUrl,
  type UrlSigner,
} from './signed-url.ts';

/** Path of the route at which providers read references, below the public URL. */
export const assetLinkPath = '/references';

/** Life of a link in seconds: a provider may read a reference when a task leaves its queue. */
const linkSeconds = 24 * 3_600;

/** A reference of a link. */
export interface LinkedAsset {
  /** SHA-256 of the bytes in lower-case hex. */
  readonly sha256: string;
  /** Example: `video/mp4`. */
  readonly contentType: string;
}

/** Links at which a provider reads a reference without a credential [references.link]. */
export interface AssetLinks {
  /** Returns a link to the bytes; valid for a day. */
  linkTo(asset: LinkedAsset): Promise<string>;
  /** Returns the reference of a path below `assetLinkPath`; undefined unless we signed its link, still valid. */
  assetOf(path: string, query: SignedQuery): Promise<LinkedAsset | undefined>;
}

/** The parts of the route at which providers read references. */
export interface LinkedReferences {
  readonly links: Pick<AssetLinks, 'assetOf'>;
  /** Store of the bytes. */
  readonly blobs: Pick<BlobStore, 'open'>;
}

/** Expiring and replaced keys apply to these links as to those of results. */
export interface AssetLinkSigner extends UrlSigner {
  /** Adopts a key that replaced the present one meanwhile. */
  refresh(): Promise<void>;
}

/**
 * Creates the links of a gateway.
 *
 * @param publicUrl - external URL of the tasks listener, without a slash at its end
 */
export function createAssetLinks(
  signer: AssetLinkSigner,
  publicUrl: string,
  clock: Pick<Clock, 'now'>,
): AssetLinks {
  return {
    async linkTo({ sha256, contentType }) {
      await signer.refresh();
      // Providers tell a format by the end of the path.
      const path = `${assetLinkPath}/${contentType}/${sha256}.${fileExtension(contentType)}`;
      const expires = Math.floor(clock.now() / 1000) + linkSeconds;
      return signUrl({ signer, publicUrl, path, expires, epoch: 0 });
    },
    async assetOf(path, query) {
      const [, contentType, sha256] = linkForm.exec(path) ?? [];
      if (contentType === undefined || sha256 === undefined) return undefined;
      const nowMs = clock.now();
      if (!isUnexpired(query, nowMs)) return undefined;
      await signer.refresh();
      const signed = { signer, path: assetLinkPath + path, query, nowMs, epoch: 0 };
      return isSignedPathValid(signed) ? { sha256, contentType } : undefined;
    },
  };
}

const linkForm = /^\/([a-z]{1,20}\/[a-z0-9.+-]{1,60})\/([0-9a-f]{64})\.[a-z0-9]{1,5}$/;
