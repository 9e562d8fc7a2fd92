import type { MockJob, MockJobState } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { type LinkDialect, type LinkReading, LinkSigner, type LinkVia } from './link-signer.ts';

/** Links to results that need no credential: signed and expiring, like those of the stores behind providers. */
export interface ResultLinks {
  /** The link to a completed job's result, below the prefix the caller reached. */
  to(job: MockJob, base: string, via?: LinkVia): string;
  /** The link returned by a read; null while there is none, or if a token withholds it this time. */
  reported(job: MockJob, state: MockJobState, base: string): string | null;
  read(url: URL): LinkReading;
}

export function createResultLinks(
  { world }: { readonly world: ProviderState },
  manner: LinkDialect,
): ResultLinks {
  const signer = new LinkSigner(world, manner);
  const to: ResultLinks['to'] = (job, base, via) => {
    const suffix = job.mediaType === 'image' ? 'png' : 'mp4';
    return `${base}/files/${encodeURIComponent(job.id)}.${suffix}?${signer.query(job, via)}`;
  };
  return {
    to,
    reported: (job, state, base) =>
      state === 'completed' && !world.spendReadFault(job, 'urlMissing') ? to(job, base) : null,
    read: (url) => {
      const [, id = ''] = /^\/files\/([\w-]{1,80})\.(?:mp4|png)$/.exec(url.pathname) ?? [];
      return signer.read(id, url.searchParams);
    },
  };
}
