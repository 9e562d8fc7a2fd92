import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { type LinkManner, type LinkReading, LinkSigner, type LinkVia } from './link-signer.ts';

/** Links to results that need no credential: signed, and with an end, as those of the stores behind providers are. */
export interface ResultLinks {
  /** The link to a completed job's result, below the prefix the caller reached. */
  to(job: MockJob, base: string, via?: LinkVia): string;
  read(url: URL): LinkReading;
}

export function createResultLinks(
  { world }: { readonly world: MockWorld },
  manner: LinkManner,
): ResultLinks {
  const signer = new LinkSigner(world, manner);
  return {
    to: (job, base, via) => {
      const suffix = job.mediaType === 'image' ? 'png' : 'mp4';
      return `${base}/files/${encodeURIComponent(job.id)}.${suffix}?${signer.query(job, via)}`;
    },
    read: (url) => {
      const [, id = ''] = /^\/files\/([\w-]{1,80})\.(?:mp4|png)$/.exec(url.pathname) ?? [];
      return signer.read(id, url.searchParams);
    },
  };
}
