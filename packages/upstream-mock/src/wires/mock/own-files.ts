import { type MockJob, ownWire } from '../../job/mock-job.ts';
import type { ProviderState } from '../../state/provider-state.ts';
import { notFoundReply } from './error-reply.ts';
import type { JobResults } from '../../results/job-results.ts';
import { LinkSigner, type LinkVia } from '../../results/link-signer.ts';
import {
  jsonReply,
  type ProviderReply,
  type ProviderRequest,
} from '../../http/provider-request.ts';
import { redirectReply } from '../../results/redirect-reply.ts';

/** Files of the mock's own API: a link has a query only if a token lets it expire. */
export class OwnFiles {
  readonly #results: JobResults;
  readonly #prefix: string;
  readonly #signer: LinkSigner;

  /** @param prefix - prefix of the paths of its space */
  constructor(world: ProviderState, results: JobResults, prefix: string) {
    this.#results = results;
    this.#prefix = prefix;
    this.#signer = new LinkSigner(world, { wire: ownWire, keptMs: Infinity });
  }

  /** Query of a link that is returned now. */
  queryOf(job: MockJob): string {
    return endsLinks(job) ? `?${this.#signer.query(job)}` : '';
  }

  /** A read with the account's key: for a job whose links expire, only by the link that a status read returned. */
  async read(
    job: MockJob | undefined,
    request: ProviderRequest,
    query: URLSearchParams,
  ): Promise<ProviderReply> {
    if (job === undefined) return notFoundReply();
    return endsLinks(job) ? this.linked(job, request, query) : this.#file(job, request, null);
  }

  /** A read by a link without a key. */
  async linked(
    job: MockJob | undefined,
    request: ProviderRequest,
    query: URLSearchParams,
  ): Promise<ProviderReply> {
    const link = this.#signer.read(job?.id ?? '', query);
    if (link.kind === 'valid') return this.#file(link.job, request, link.via);
    return jsonReply(403, { error: { kind: 'link_expired' } });
  }

  async #file(
    job: MockJob,
    { range = null, base = this.#prefix }: ProviderRequest,
    via: LinkVia | null,
  ): Promise<ProviderReply> {
    const reading = await this.#results.read(job, range, via !== null);
    switch (reading.kind) {
      case 'absent':
        return notFoundReply();
      case 'gone':
        return jsonReply(410, { error: { kind: 'gone' } });
      case 'forbidden':
        return jsonReply(403, { error: { kind: 'link_expired' } });
      case 'redirected': {
        const linkTo = (origin: string, to: LinkVia) =>
          `${to === 'link' ? this.#prefix : origin}/v1/results/${job.id}?${this.#signer.query(job, to)}`;
        return redirectReply(reading.to, { job: job.id, base, linkTo });
      }
      case 'served':
        return reading.reply;
    }
  }
}

function endsLinks({ instructions: { oneUse, linkLifeMs } }: MockJob): boolean {
  return oneUse || linkLifeMs !== null;
}
