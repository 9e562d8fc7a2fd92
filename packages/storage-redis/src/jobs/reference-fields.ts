import type { Job } from '@filmgate/core';

/** Fields of `references` that a job's references count in, once each. */
export function referenceFields({ request }: Job): readonly string[] {
  return request.references.flatMap(({ assetId, sha256 }) =>
    assetId === null ? [`digest:${sha256}`] : [`asset:${assetId}`, `digest:${sha256}`],
  );
}
