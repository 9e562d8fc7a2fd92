import { describe, expect, it } from 'vitest';
import type { PoolAccount, ProviderDetail } from '../../api/responses.ts';
import { explainState, takesWork } from './explain-state.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const later = '2026-03-01T12:05:00Z';

const account: PoolAccount = {
  id: 'ac_1',
  label: 'one',
  endpoint: 'mock',
  families: ['*'],
  enabled: true,
  state: 'ready',
  concurrency: 8,
  exclusive: false,
  busy: 3,
  busy_unknown: 0,
  unknown_until: null,
  makes: [{ family: 'vidA', free: 1 }],
  unit: 'credits',
  budget: null,
  paid: { day: 0, month: 0, ever: 0 },
  credits: 10,
  credits_source: 'upstream',
  credits_checked_at: '2026-03-01T11:00:00Z',
  reserved_credits: 0,
  held_credits: 0,
  cooling_until: null,
  provider_unavailable_until: null,
  error_streak: 0,
  last_error: null,
  learned: { models: [], away: [], next_try_at: null },
  last_success_at: null,
  last_used_at: null,
  has_secret: true,
};

const endpoint: ProviderDetail = {
  id: 'kling-global',
  protocol: 'kling',
  origin: 'https://kling.example',
  credential: [{ name: 'api_key', secret: true }],
  unit: 'units',
  finds_by: 'own-id',
  images_at_once: false,
  charges: 'success',
  families: [],
  catalog: 'kling',
  can_be_tested: true,
  docs_read: null,
};

describe('[console.accounts-states] why an account is as it is', () => {
  it.each([
    [{}, 'good', 'why.ready', { free: 5, total: 8 }, null],
    [{ provider_unavailable_until: later }, 'unsure', 'why.provider-away', {}, later],
    [
      { provider_unavailable_until: '2026-03-01T11:59:59Z' },
      'good',
      'why.ready',
      { free: 5, total: 8 },
      null,
    ],
    [{ credits: null, credits_checked_at: null }, 'good', 'why.ready', { free: 5, total: 8 }, null],
    [{ credits: 0 }, 'unsure', 'why.no-credits', {}, null],
    [{ credits: 10, reserved_credits: 6, held_credits: 4 }, 'unsure', 'why.no-credits', {}, null],
    [{ credits: null }, 'good', 'why.ready', { free: 5, total: 8 }, null],
    [{ state: 'busy', busy: 8 }, 'busy', 'why.busy', { count: 8 }, null],
    [
      { state: 'cooling', cooling_until: later, error_streak: 2 },
      'unsure',
      'why.cooling',
      {},
      later,
    ],
    [{ state: 'exhausted' }, 'bad', 'why.exhausted', {}, null],
    [{ state: 'login_required' }, 'bad', 'why.login', {}, null],
    [{ state: 'login_required', has_secret: false }, 'bad', 'why.no-secret', {}, null],
    [{ state: 'untested' }, 'unsure', 'why.untested', {}, null],
    [{ state: 'makes_nothing' }, 'unsure', 'why.makes-nothing', {}, null],
    [{ state: 'disabled', busy: 0 }, 'quiet', 'why.disabled', {}, null],
    [{ state: 'disabled' }, 'quiet', 'why.disabled-running', { count: 3 }, null],
    [{ state: 'draining' }, 'quiet', 'why.draining', { count: 3 }, null],
  ] as const)('%j', (change, tone, text, values, until) => {
    const explained = explainState({ ...account, ...change }, now);
    expect(explained).toMatchObject({ tone, text, values, until });
    expect(Object.keys(explained.values)).toEqual(Object.keys(values));
  });

  it.each([
    [{}, 'state.ready', true],
    [{ provider_unavailable_until: later }, 'state.provider-away', false],
    [{ credits: null, credits_checked_at: null }, 'state.ready', true],
    [{ credits: 0 }, 'state.no-credits', false],
    [{ state: 'busy' }, 'state.busy', true],
    [{ state: 'cooling', cooling_until: later }, 'state.cooling', false],
    [{ state: 'exhausted' }, 'state.exhausted', false],
    [{ state: 'login_required' }, 'state.login_required', false],
    [{ state: 'untested' }, 'state.untested', false],
    [{ state: 'makes_nothing' }, 'state.makes_nothing', false],
    [{ state: 'disabled' }, 'state.disabled', false],
    [{ state: 'draining' }, 'state.draining', false],
  ] as const)('%j, in a word, and whether it takes work', (change, word, takes) => {
    const changed = { ...account, ...change };
    expect([explainState(changed, now).word, takesWork(changed, now)]).toEqual([word, takes]);
  });

  it.each<readonly [Partial<ProviderDetail>, string, object]>([
    [{}, 'why.makes-nothing.catalog', { catalog: 'kling' }],
    [{ catalog: null }, 'why.makes-nothing.file', { endpoint: 'kling-global' }],
    [{ families: ['kling-3.0'] }, 'why.makes-nothing.families', {}],
  ])(
    '[console.accounts-nothing] one that makes nothing says what would change that, at a provider with %j',
    (change, text, values) => {
      const idle = { ...account, state: 'makes_nothing' } as const;
      expect(explainState(idle, now, { ...endpoint, ...change })).toMatchObject({ text, values });
    },
  );

  it('[console.accounts-test-first] an untested one says where it cannot be tested', () => {
    const untested = { ...account, state: 'untested' } as const;
    const said = [true, false].map(
      (can_be_tested) => explainState(untested, now, { ...endpoint, can_be_tested }).text,
    );
    expect(said).toEqual(['why.untested', 'why.untestable']);
  });
});
