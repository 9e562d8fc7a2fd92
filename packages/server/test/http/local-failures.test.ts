import { afterEach, describe, expect, it } from 'vitest';
import { type ExpectedError, expectApiError } from './response.ts';
import { completionOf, saying } from './local-client.ts';
import { instant } from './prompts.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const impatient = useGateway(() => ({ env: { FILMGATE_SEND_TIMEOUT_SECONDS: '1' } }));

interface Case extends ExpectedError {
  readonly token: string;
  /** Number of submissions the upstream accepted; 1 if the job was sent at all. */
  readonly accepted: number;
  readonly mayRetry: boolean;
}

/** Response to a caller for each failure of the upstream [local.errors.generation]. */
const upstreamFailures: readonly Case[] = [
  { token: 'fail=policy', status: 400, code: 'content_rejected', accepted: 1, mayRetry: true },
  { token: 'fail=internal', status: 502, code: 'generation_failed', accepted: 1, mayRetry: true },
  { token: 'refuse=400', status: 400, code: 'request_rejected', accepted: 0, mayRetry: true },
  { token: 'refuse=403', status: 403, code: 'account_forbidden', accepted: 0, mayRetry: true },
  { token: 'lost-response', status: 502, code: 'outcome_unknown', accepted: 1, mayRetry: false },
  { token: 'response=500', status: 502, code: 'outcome_unknown', accepted: 1, mayRetry: false },
  {
    token: 'response=garbled',
    status: 502,
    code: 'outcome_unknown',
    accepted: 1,
    mayRetry: false,
  },
];

describe('a generation the upstream fails', () => {
  // Three lost responses in a row with none between would open the provider's circuit.
  afterEach(async () => {
    completionOf(await shared.local.chat(saying(instant('answered in between'))));
  });

  it.each(upstreamFailures)(
    '[local.errors.generation][local.errors.no-retry][invariants.i1-one-submission] by $token is answered $status $code',
    async ({ token, accepted, mayRetry, ...expected }) => {
      const prompt = instant(`fails by ${token}`, token);
      const response = await shared.local.chat(saying(prompt));
      const message = expectApiError(response, expected);
      expect(message).not.toMatch(/plenty|127\.0\.0\.1|https?:/);
      expect(response.headers.get('x-should-retry')).toBe(mayRetry ? null : 'false');
      expect((await shared.gateway.mock.ledger(`fails by ${token}`)).accepted).toBe(accepted);
    },
  );

  it('[local.wait.unknown-at-once] reports that the outcome is unknown long before the wait would end', async () => {
    // The wait would exceed the time of a test.
    const response = await shared.local.chat(saying(instant('soon unknown', 'lost-response')));
    const message = expectApiError(response, { status: 502, code: 'outcome_unknown' });
    expect(message).toMatch(/lj_[a-z0-9]{26}/);
  });

  it.each(['lost-response', 'response=hang', 'response=500'])(
    '[local.wait.unknown-askable] waits on after %s where the upstream can be asked, and gets the video',
    async (token) => {
      const prompt = instant(`found after ${token}`, token, 'findable');
      completionOf(await impatient.local.chat(saying(prompt)));
      const ledger = await impatient.gateway.mock.ledger(`found after ${token}`);
      expect(ledger.accepted).toBe(1);
    },
  );

  it.each(['reads=404:3', 'reads=500:5', 'unknown-state', 'url-403=2', 'wrong-duration'])(
    '[local.wait.ends-with-job] %s is hidden from the caller',
    async (token) => {
      completionOf(await shared.local.chat(saying(instant(`gets by ${token}`, token))));
      expect((await shared.gateway.mock.ledger(`gets by ${token}`)).accepted).toBe(1);
    },
  );
});

describe('accounts that fail', () => {
  const lost = useGateway(() => ({ accounts: [{ label: 'first' }, { label: 'second' }] }));

  it('[local.errors.generation] lost logins are 401, and so is the next call once none is left', async () => {
    const expected = { status: 401, code: 'upstream_account_token_invalid' };
    // One call causes at most one account to lose its login.
    for (const account of ['first', 'second']) {
      const prompt = instant(`nobody logged in to the ${account}`, 'refuse=401');
      const response = await lost.local.chat(saying(prompt));
      expectApiError(response, expected);
      expect(response.headers.get('www-authenticate')).toBeNull();
    }
    expectApiError(await lost.local.chat(saying(instant('nobody is left'))), expected);
    expect((await lost.gateway.mock.ledger('nobody')).accepted).toBe(0);
  });

  const none = useGateway(() => ({ accounts: [] }));
  it('[local.errors.admission] none at all is reported at once, not after the wait', async () => {
    const response = await none.local.chat(saying('nobody configured'));
    expectApiError(response, { status: 401, code: 'upstream_account_token_invalid' });
    expect((await none.gateway.adminFetch('jobs')).text).not.toContain('nobody configured');
  });

  const poor = useGateway(() => ({ accounts: [{ label: 'poor', credits: 7 }] }));
  it('[local.errors.admission] without credits are 429 account_quota_exhausted, and nothing is sent', async () => {
    const response = await poor.local.chat(saying('a dear fox'));
    expectApiError(response, { status: 429, code: 'account_quota_exhausted' });
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect((await poor.gateway.mock.ledger('a dear fox')).accepted).toBe(0);
  });

  const drained = useGateway();
  it('[local.errors.generation] out of credits during generation are 429 account_quota_exhausted', async () => {
    const response = await drained.local.chat(saying(instant('runs dry', 'fail=credits')));
    expectApiError(response, { status: 429, code: 'account_quota_exhausted' });
    expect((await drained.gateway.mock.ledger('runs dry')).accepted).toBe(1);
  });

  const full = useGateway(() => ({ env: { FILMGATE_QUEUE_LIMIT: '0' } }));
  it('[local.errors.admission] a full waiting room is 429 concurrency_limited', async () => {
    const response = await full.local.chat(saying('no room'));
    expectApiError(response, { status: 429, code: 'concurrency_limited' });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  const limited = useGateway();
  it.each([
    ['refuse=429', 429, 'concurrency_limited'],
    ['refuse=503', 503, 'upstream_unavailable'],
  ])(
    '[local.errors.generation][local.errors.retry-after] refused by %s on every try are %d %s',
    async (token, status, code) => {
      const response = await limited.local.chat(saying(instant(`tried for ${code}`, token)));
      expectApiError(response, { status, code });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await limited.gateway.mock.ledger(`tried for ${code}`)).accepted).toBe(0);
    },
    120_000,
  );
});
