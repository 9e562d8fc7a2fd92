import type { Job } from '../job/job.ts';
import type { JsonValue } from '../json/json-value.ts';
import type { ModelCatalog } from '../model/model-catalog.ts';
import type { Digest } from '../ports/gateway-ports.ts';
import { requestFingerprint } from './request-fingerprint.ts';

/** Decision on a creation with an idempotency key. */
export type ReplayDecision<Stored> =
  /** The key is unused. */
  | { readonly kind: 'first' }
  /** A repeat of the first request: it gets the first one's result. */
  | { readonly kind: 'replay'; readonly stored: Stored }
  /** The key belongs to another request. */
  | { readonly kind: 'conflict' };

/** The claim stored under a key. */
interface StoredClaim {
  readonly fingerprint: string;
  readonly job: { readonly request: Pick<Job['request'], 'model'> };
}

/**
 * Decides on a creation from the claim stored under its key and its own content [idempotency.conflict]. The very same
 * request is always recognised, whatever the catalog says by now. Fingerprints of two versions differ, which is a
 * conflict: neither response pays twice.
 *
 * @param content - as in `AcceptCommand`
 */
export function decideReplay<Stored extends StoredClaim>(
  stored: Stored | undefined,
  content: JsonValue,
  { aliases, digest }: Pick<ModelCatalog, 'aliases'> & { readonly digest: Digest },
): ReplayDecision<Stored> {
  if (stored === undefined) return { kind: 'first' };
  const { model } = stored.job.request;
  const isSame = spellingsOf(content, model, aliases).some(
    (one) => requestFingerprint(one, digest) === stored.fingerprint,
  );
  return isSame ? { kind: 'replay', stored } : { kind: 'conflict' };
}

/** Returns the content, then under each other name of its model, if that is `model` [idempotency.content-aliases]. */
function spellingsOf(
  content: JsonValue,
  model: string,
  aliases: ModelCatalog['aliases'],
): readonly JsonValue[] {
  if (typeof content !== 'object' || content === null || !('model' in content)) return [content];
  const names = [model, ...Object.keys(aliases).filter((alias) => aliases[alias] === model)];
  const others = names.filter((name) => name !== content['model']);
  if (others.length === names.length) return [content];
  return [content, ...others.map((name) => ({ ...content, model: name }))];
}
