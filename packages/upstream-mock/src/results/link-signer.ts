import { timingSafeEqual } from 'node:crypto';
import { latestInstant } from '../job/clock-setting.ts';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { MockJob } from '../job/mock-job.ts';
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

/** Signs the query of a link, so that nobody can construct one. */
export class LinkSigner {
  readonly #world: ProviderState;
  readonly #manner: LinkDialect;

  constructor(world: ProviderState, manner: LinkDialect) {
    this.#world = world;
    this.#manner = manner;
  }

  /** The query of a link that is returned now. */
  query(job: MockJob, via: LinkVia | null = null): string {
    const { clock } = this.#world;
    const { instructions } = job;
    const { keptMs, lifeMs = null } = this.#manner;
    const ownMs = instructions.linkLifeMs ?? lifeMs;
    const kept = job.endsAt + clock.scaled(instructions.resultKeptMs ?? keptMs);
    const ownEnd = ownMs === null ? Infinity : clock.now() + clock.scaled(ownMs);
    const expires = String(Math.min(kept, ownEnd, latestInstant));
    const use = instructions.oneUse ? String(this.#world.linkUses(job.id)) : '';
    const signature = this.#signature(job.id, [expires, use, via ?? '']);
    return new URLSearchParams({
      expires,
      ...(use !== '' && { use }),
      ...(via !== null && { via }),
      signature,
    }).toString();
  }

  read(id: string, query: URLSearchParams): LinkReading {
    const job = this.#world.find(id);
    const [expires = '', use = '', via = '', signature = ''] = signed.map(
      (name) => query.get(name) ?? '',
    );
    if (job?.wire !== this.#manner.wire) return { kind: 'forged' };
    if (!isSame(signature, this.#signature(id, [expires, use, via]))) return { kind: 'forged' };
    const { clock, requestHistory } = this.#world;
    const exchange = requestHistory.exchanges.current();
    const isUsed = job.instructions.oneUse && Number(use) !== this.#world.linkUses(id);
    if (Number(expires) <= clock.now() || isUsed) {
      requestHistory.exchanges.asks('result', id);
      if (exchange !== undefined)
        requestHistory.staleLinks.use(`${id} ${expires} ${use}`, exchange);
      return { kind: 'expired' };
    }
    if (job.instructions.oneUse && exchange?.request.method !== 'HEAD') this.#world.useLink(id);
    if (via === 'host' && exchange?.request.hasCredential === true)
      requestHistory.see(requestHistory.redirectKeys, id);
    return { kind: 'valid', job, via: via === 'link' || via === 'host' ? via : null };
  }

  #signature(id: string, parts: readonly string[]): string {
    const given = ['link', this.#manner.wire, id, ...parts];
    return keyedDigest(this.#world.seed, ...given).toString('hex', 0, 16);
  }
}

const signed = ['expires', 'use', 'via', 'signature'];

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
