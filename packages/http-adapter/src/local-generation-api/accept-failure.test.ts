import type { AcceptRefusal } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { acceptFailure } from './accept-failure.ts';
import { failureRules } from './failure.ts';

const notAdmitted = (
  reason: Extract<AcceptRefusal, { readonly kind: 'not-admitted' }>['reason'],
): AcceptRefusal => ({ kind: 'not-admitted', reason, retryAfterMs: null });

const quota: AcceptRefusal = {
  kind: 'quota-exhausted',
  price: 20,
  usage: { limit: 10, used: 0, reserved: 0, held: 0 },
};
const reference: AcceptRefusal = {
  kind: 'reference-refused',
  param: 'messages[0].content[1].image_url',
  reason: 'unfetchable',
  message: 'The host "x.example" is not allowed.',
};

const table: readonly (readonly [refusal: AcceptRefusal, status: number, code: string])[] = [
  [reference, 400, 'reference_invalid'],
  [quota, 429, 'account_quota_exhausted'],
  [{ kind: 'queue-full' }, 429, 'concurrency_limited'],
  [{ kind: 'owner-share-taken', share: 3 }, 429, 'concurrency_limited'],
  [{ kind: 'open-jobs-limit', limit: 3 }, 429, 'concurrency_limited'],
  [{ kind: 'references-busy', whose: 'all' }, 429, 'concurrency_limited'],
  [
    { kind: 'allowance-exhausted', heldBytes: 9, allowance: 10 },
    429,
    'storage_allowance_exhausted',
  ],
  [{ kind: 'space-low' }, 503, 'storage_unavailable'],
  [notAdmitted('credits-exhausted'), 429, 'account_quota_exhausted'],
  [notAdmitted('settlement-pending'), 429, 'account_quota_exhausted'],
  [notAdmitted('account-unavailable'), 401, 'upstream_account_token_invalid'],
  [notAdmitted('credits-unavailable'), 503, 'upstream_unavailable'],
  [notAdmitted('upstream-unavailable'), 503, 'upstream_unavailable'],
];

describe('a generation that was not accepted', () => {
  it.each(table)('[local.errors.table] %j is reported as %d %s', (refusal, status, code) => {
    const failure = acceptFailure(refusal);
    const { status: reported, code: reportedCode } = failureRules[failure.kind];
    expect([reported, reportedCode]).toEqual([status, code]);
    expect(failure.message).toMatch(/\.$/);
  });

  it('[local.chat.image-refused] names the image and its host’s failure', () => {
    expect(acceptFailure(reference)).toEqual({
      kind: 'reference-invalid',
      message: 'messages[0].content[1].image_url: The host "x.example" is not allowed.',
      param: 'messages[0].content[1].image_url',
    });
  });

  it.each([{ kind: 'key-conflict' }, { kind: 'id-taken' }] as const)(
    '%j is a fault of ours',
    (refusal) => {
      expect(() => acceptFailure(refusal)).toThrow(/ID source/);
    },
  );
});
