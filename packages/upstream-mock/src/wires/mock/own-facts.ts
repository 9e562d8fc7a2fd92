import type { ErrorFact, ProviderFacts, RefusalKind, RefusalProof } from '@filmgate/provider-facts';
import { ownWire } from '../../job/mock-job.ts';

const source = { page: 'mock.refusal-evidence', read: '2026-11-22' };

/** A refusal, which proves that nothing was accepted [mock.refusal-evidence]. */
function refusal(kind: RefusalKind, status: number, scope: RefusalProof['scope']): ErrorFact {
  return { code: kind, status, message: 'refused as requested', proves: { kind, scope }, source };
}

/** Errors and states of the mock's own API. A code is the `kind` in its error. */
export const ownFacts: ProviderFacts = {
  provider: ownWire,
  source,
  errors: [
    refusal('invalid', 400, 'request'),
    refusal('login', 401, 'account'),
    refusal('credits', 402, 'account'),
    refusal('forbidden', 403, 'account'),
    refusal('rate_limited', 429, 'account'),
    refusal('concurrency', 429, 'account'),
    refusal('unavailable', 503, 'endpoint'),
    // Nothing here, or nothing for this account: indistinguishable.
    { code: 'not_found', status: 404, message: 'no such resource' },
    { code: 'link_expired', status: 403, message: 'the link has expired' },
    { code: 'gone', status: 410, message: 'the result is gone' },
    { code: 'not_searchable', status: 501, message: 'the submission cannot be searched for' },
  ],
  refusals: {
    invalid: 'invalid',
    login: 'login',
    credits: 'credits',
    forbidden: 'forbidden',
    rate_limited: 'rate_limited',
    concurrency: 'concurrency',
    unavailable: 'unavailable',
  },
  unlisted: { code: 'reticulated', status: 400, message: 'an undocumented error' },
  states: { queued: 'queued', running: 'running', completed: 'completed', failed: 'failed' },
  failures: {
    policy: { code: 'policy', message: 'policy' },
    internal: { code: 'internal', message: 'internal' },
    credits: { code: 'credits', message: 'credits' },
  },
  lookup: 'own-id',
};
