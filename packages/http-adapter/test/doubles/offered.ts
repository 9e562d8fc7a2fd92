import type { Decoded, Generation } from '../../src/generations/request-fields.ts';

/** Returns a decoded request as a first-time caller gets it: with its draft, or refused. */
export function offered<T extends Generation>(decoded: Decoded<T>) {
  if (decoded.kind === 'refused') return decoded;
  const { offer } = decoded;
  return offer.kind === 'offered'
    ? { ...decoded, draft: offer.draft }
    : { kind: 'refused' as const, failure: offer.failure };
}
