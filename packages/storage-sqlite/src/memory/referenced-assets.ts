import type { Job } from '@filmgate/core';

/** Which assets and which bytes open jobs refer to. */
export class ReferencedAssets {
  readonly #ids = new Map<string, number>();
  readonly #digests = new Map<string, number>();

  hasAsset(id: string): boolean {
    return this.#ids.has(id);
  }

  hasDigest(sha256: string): boolean {
    return this.#digests.has(sha256);
  }

  /** Keeps bytes for as long as the store is open. */
  hold(sha256: string): void {
    add(this.#digests, sha256, 1);
  }

  /** Counts the job's references, or (`-1`) no longer. */
  weigh({ request }: Job, sign: 1 | -1): void {
    for (const { assetId, sha256 } of request.references) {
      if (assetId !== null) add(this.#ids, assetId, sign);
      add(this.#digests, sha256, sign);
    }
  }
}

function add(counts: Map<string, number>, name: string, sign: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + sign;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
