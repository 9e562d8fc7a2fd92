import { timingSafeEqual } from 'node:crypto';
import { latestInstant } from '../job/clock-setting.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { MockJob, MockJobState } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Validity of a link to a result. `via`: the redirect that led to it. */
export type LinkReading =
  | { readonly kind: 'valid'; readonly job: MockJob; readonly via: LinkVia | null }
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

/** A redirect at the same address, or to another host name. */
export type LinkVia = 'link' | 'host';

/** Lifetimes of results and links on an API, before scaling and unless a token changes them. */
export interface LinkDialect {
  readonly wire: string;
  /** From the end of the job. */
  readonly keptMs: number;
  /** From the read that returned the link; null = that of the result. */
  readonly lifeMs?: number | null;
}

/** Links to results that need no credential: signed and expiring, like those of the stores behind providers. */
export class ResultLinks {
  readonly #world: ProviderState;
  readonly #manner: LinkDialect;

  constructor(world: ProviderState, manner: LinkDialect) {
    this.#world = world;
    this.#manner = manner;
  }

  /** The link to a completed job's result, below the prefix the caller reached. */
  to(job: MockJob, base: string, via?: LinkVia): string {
    const suffix = job.mediaType === 'image' ? 'png' : 'mp4';
    return `${base}/files/${encodeURIComponent(job.id)}.${suffix}?${this.query(job, via)}`;
  }

  /** The link returned by a read; null while there is none, or if a token withholds it this time. */
  reported(job: MockJob, state: MockJobState, base: string): string | null {
    const isWithheld = state !== 'completed' || this.#world.jobs.spendReadFault(job, 'urlMissing');
    return isWithheld ? null : this.to(job, base);
  }

  read({ pathname, searchParams }: URL): LinkReading {
    const [, id = ''] = /^\/files\/([\w-]{1,80})\.(?:mp4|png)$/.exec(pathname) ?? [];
    return this.readQuery(id, searchParams);
  }

  /** Signed query of a link that a response returns now. */
  query({ id, endsAt, instructions }: MockJob, via: LinkVia | '' = ''): string {
    const { clock } = this.#world;
    const { keptMs, lifeMs = null } = this.#manner;
    const ownMs = instructions.linkLifeMs ?? lifeMs;
    const kept = endsAt + clock.scaled(instructions.resultKeptMs ?? keptMs);
    const ownEnd = ownMs === null ? Infinity : clock.now() + clock.scaled(ownMs);
    const expires = String(Math.min(kept, ownEnd, latestInstant));
    const use = instructions.oneUse ? String(this.#world.jobs.linkUses(id)) : '';
    const signature = this.#signature(id, [expires, use, via]);
    const fields = { expires, use, via, signature };
    return new URLSearchParams(
      Object.entries(fields).filter(([, value]) => value !== ''),
    ).toString();
  }

  /** Validity of the link with this query to the job with this id. */
  readQuery(id: string, query: URLSearchParams): LinkReading {
    const [expires = '', use = '', via = '', signature = ''] = signedFields.map(
      (name) => query.get(name) ?? '',
    );
    const { clock, requestHistory } = this.#world;
    const job = this.#world.jobs.find(id);
    const isOwn = job?.wire === this.#manner.wire;
    if (!isOwn || !isSame(signature, this.#signature(id, [expires, use, via])))
      return { kind: 'forged' };
    const { oneUse } = job.instructions;
    const exchange = requestHistory.exchanges.current();
    if (
      Number(expires) <= clock.now() ||
      (oneUse && Number(use) !== this.#world.jobs.linkUses(id))
    ) {
      requestHistory.exchanges.asks('result', id);
      if (exchange !== undefined)
        requestHistory.staleLinks.use(`${id} ${expires} ${use}`, exchange);
      return { kind: 'expired' };
    }
    if (oneUse && exchange?.request.method !== 'HEAD') this.#world.jobs.useLink(id);
    if (via === 'host' && exchange?.request.hasCredential === true)
      requestHistory.see(requestHistory.redirectKeys, id);
    return { kind: 'valid', job, via: via === 'link' || via === 'host' ? via : null };
  }

  #signature(id: string, parts: readonly string[]): string {
    const given = ['link', this.#manner.wire, id, ...parts];
    return keyedDigest(this.#world.seed, ...given).toString('hex', 0, 16);
  }
}

const signedFields = ['expires', 'use', 'via', 'signature'];

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
