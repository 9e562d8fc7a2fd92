import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../http/eventually.ts';
import { instant, parked } from '../http/prompts.ts';
import {
  type PoolWorld,
  reasonsIn,
  refusalsIn,
  startPoolWorld,
  waitingReasons,
} from './pool-world.ts';

/** Several accounts of different limits behind the real listeners, checked by the mock's ledger and the admin API. */

const plenty = { credits: 1_000_000 };
/** Longer than any test takes, in ms; videos of this length end when the mock's clock is moved ahead. */
const hour = 3_600_000;
let pool: PoolWorld;

beforeEach(async () => {
  pool = await startPoolWorld();
});
afterEach(async () => {
  await pool.stop();
});

describe('the account that a job gets', () => {
  it('[pool.least-busy][pool.concurrency][pool.reasons] the least busy one, none beyond its slots, and the rest waits with reasons', async () => {
    await pool.join('small', { ...plenty, concurrency: 1 });
    await pool.join('one', { ...plenty, concurrency: 4 });
    await pool.join('two', { ...plenty, concurrency: 4 });
    for (let count = 1; count <= 7; count += 1) {
      await pool.begin(parked(`spread ${count}`));
      await pool.takers('spread', count);
    }
    expect(await pool.takers('spread', 7)).toEqual([
      ...['one', 'one', 'one'],
      'small',
      ...['two', 'two', 'two'],
    ]);
    await Promise.all([pool.begin(parked('spread 8')), pool.begin(parked('spread 9'))]);
    expect(await pool.takers('spread', 9)).toEqual([
      ...['one', 'one', 'one', 'one'],
      'small',
      ...['two', 'two', 'two', 'two'],
    ]);
    const late = await pool.job(await pool.begin(parked('spread 10')));
    expect(late.job).toEqual({ state: 'queued', account: null });
    expect(waitingReasons(late)).toEqual({ one: 'busy', small: 'busy', two: 'busy' });
    expect((await pool.ledger('spread')).accepted).toBe(9);
    expect((await pool.account('small')).busy).toBe(1);
  });

  it('[pool.least-busy] of equally busy ones, the least recently used', {
    tags: 'long',
  }, async () => {
    await pool.join('one', plenty);
    await pool.join('two', plenty);
    for (const text of ['turn 1', 'turn 2', 'turn 3', 'turn 4']) {
      await pool.user.completed(await pool.begin(instant(text)));
    }
    const takers = await Promise.all(
      ['turn 1', 'turn 2', 'turn 3', 'turn 4'].map((text) => pool.takers(text)),
    );
    expect(takers.flat()).toHaveLength(4);
    expect(takers[2]).toEqual(takers[0]);
    expect(takers[3]).toEqual(takers[1]);
    expect(takers[1]).not.toEqual(takers[0]);
  });

  it('[pool.reasons] every account passed over has its reason in the trail', async () => {
    await pool.join('slow', plenty);
    await pool.describe('slow', { rate: { submissions: 1, windowMs: 600_000 } });
    await pool.begin(parked('first of slow'));
    await pool.takers('first');
    const second = await pool.begin(parked('second is refused'));
    await pool.becomes('slow', 'cooling');
    expect(waitingReasons(await pool.job(second))).toEqual({ slow: 'cooling' });

    // Ten minutes of cooling are left, and the job does not wait for all of them.
    await pool.join('full', { ...plenty, concurrency: 1 });
    expect(await pool.takers('second')).toEqual(['full']);
    const leaving = await pool.join('leaving', plenty);
    await pool.begin(parked('third leaves'));
    expect(await pool.takers('third')).toEqual(['leaving']);
    await pool.admin('DELETE', `accounts/${leaving}`);

    await pool.describe('lost', { login: 'expired' });
    await pool.join('lost');
    await pool.becomes('lost', 'login_required');
    await pool.join('other', { ...plenty, families: ['vidB'] });
    await pool.join('off', { ...plenty, enabled: false });
    await pool.join('poor', { credits: 1 });
    await pool.join('good', plenty);
    const id = await pool.begin(parked('fourth is done'));
    expect(await pool.takers('fourth')).toEqual(['good']);
    const job = await pool.job(id);
    expect(job.job.account).toBe('good');
    expect(reasonsIn(job, 'account-chosen')).toEqual({
      slow: 'cooling',
      full: 'busy',
      leaving: 'draining',
      lost: 'login-required',
      other: 'family-not-served',
      off: 'disabled',
      poor: 'credits-too-low',
    });
  });
});

describe('an account that limits the rate', () => {
  it('[pool.cooling] cools for the time of Retry-After, is tried no sooner, and is then used again', {
    tags: 'long',
  }, async () => {
    await pool.join('slow', plenty);
    const windowMs = 8_000;
    await pool.describe('slow', { rate: { submissions: 1, windowMs } });
    const first = await pool.begin(instant('cooling first'));
    await pool.takers('first');
    const askedAt = Date.now();
    const second = await pool.begin(instant('cooling second'));
    const cooling = await pool.becomes('slow', 'cooling');
    const seenAt = Date.now();
    const [accepted] = (await pool.ledger('first')).jobs;
    const until = Date.parse(String(cooling.cooling_until));
    const freeAt = Date.parse(accepted?.accepted_at ?? '') + windowMs;
    // The rest of the window, from the moment the refusal arrives.
    expect(until).toBeGreaterThanOrEqual(freeAt);
    expect(until - freeAt).toBeLessThanOrEqual(seenAt - askedAt);

    await Promise.all([pool.user.completed(first), pool.user.completed(second)]);
    expect(refusalsIn(await pool.job(second))).toEqual([['slow', 'rate_limited']]);
    const [again] = (await pool.ledger('second')).jobs;
    expect(Date.parse(again?.accepted_at ?? '')).toBeGreaterThanOrEqual(freeAt);
    expect((await pool.account('slow')).state).toBe('ready');
  });
});

describe('an account that cools beside a busy one', () => {
  it('[pool.cooling] does not hold up the job when the busy one becomes free', async () => {
    await pool.join('slow', plenty);
    await pool.describe('slow', { rate: { submissions: 1, windowMs: 4 * hour } });
    await pool.begin(parked('first of slow'));
    await pool.takers('first');
    await pool.join('brief', { ...plenty, concurrency: 1 });
    await pool.begin('keeps it busy [[mock:queue=0s,run=1h]]');
    expect(await pool.takers('keeps')).toEqual(['brief']);
    const id = await pool.begin(instant('third one'));
    await pool.becomes('slow', 'cooling');
    await pool.advanceMock(hour);
    await pool.user.completed(id);
    expect(await pool.takers('third')).toEqual(['brief']);
    expect(refusalsIn(await pool.job(id))).toEqual([['slow', 'rate_limited']]);
  });
});

describe('a request that every account refuses', () => {
  it('[pool.one-penalty][pool.three-tries] for its rate is tried three times, and cools the first account only', {
    tags: 'long',
  }, async () => {
    await pool.join('one', plenty);
    await pool.join('two', plenty);
    await pool.join('three', plenty);
    const id = await pool.begin(instant('nobody wants it', 'refuse=429'));
    const failed = await pool.user.failed(id);
    expect(failed.error?.code).toBe('rate_limited');
    const refusals = refusalsIn(await pool.job(id));
    expect(refusals.map((refusal) => JSON.stringify(refusal))).toHaveLength(3);
    const labels = ['one', 'two', 'three'];
    const accounts = await Promise.all(labels.map((label) => pool.account(label)));
    const cooled = accounts.filter(({ cooling_until }) => cooling_until !== null);
    expect(cooled.map(({ label }) => [label, 'rate_limited'])).toEqual([refusals[0]]);
    expect((await pool.ledger('nobody')).accepted).toBe(0);
  });

  it('[pool.one-penalty][pool.login-lost] for its login is tried on one other account, and only the first loses its login', async () => {
    await pool.join('one', plenty);
    await pool.join('two', plenty);
    await pool.join('three', plenty);
    const id = await pool.begin(instant('nobody knows it', 'refuse=401'));
    expect((await pool.user.failed(id)).error?.code).toBe('account_login_lost');
    const refusals = refusalsIn(await pool.job(id));
    expect(refusals).toHaveLength(2);
    const labels = ['one', 'two', 'three'];
    const accounts = await Promise.all(labels.map((label) => pool.account(label)));
    const lost = accounts.filter(({ state }) => state === 'login_required');
    expect(lost.map(({ label }) => [label, 'login'])).toEqual([refusals[0]]);
  });

  it.each([
    ['refuse=400', 'failed', 'request_rejected', 1],
    ['refuse=403', 'failed', 'account_forbidden', 2],
    ['fail=policy', 'failed', 'content_rejected', 0],
    ['fail=internal', 'failed', 'generation_failed', 0],
    ['lost-response', 'outcome_unknown', null, 0],
    ['response=500', 'outcome_unknown', null, 0],
    ['response=garbled', 'outcome_unknown', null, 0],
  ] as const)(
    '[pool.no-evidence-no-penalty][pool.policy-final] after %s it is %s (%s), and every account stays ready',
    { tags: 'long' },
    async (token, state, code, refused) => {
      await pool.join('one', plenty);
      await pool.join('two', plenty);
      const id = await pool.begin(instant('evidence of nothing', token));
      const job = await eventually(
        async () => {
          const now = await pool.job(id);
          return now.job.state === state ? now : undefined;
        },
        { what: `${id} to be ${state}` },
      );
      expect((await pool.user.read(id)).error?.code ?? null).toBe(code);
      expect(refusalsIn(job)).toHaveLength(refused);
      expect((await pool.ledger('evidence')).accepted).toBe(refused > 0 ? 0 : 1);
      for (const label of ['one', 'two']) {
        expect(await pool.account(label)).toMatchObject({ state: 'ready', cooling_until: null });
      }
    },
  );
});

/**
 * Adds an account whose first probe is over: the next one comes a minute later. A test on adding it would read the
 * balance before that probe.
 */
async function joinLookedAt(label: string): Promise<string> {
  const id = await pool.join(label, { without_test: true });
  await eventually(async () => (await pool.account(label)).credits ?? undefined, {
    what: 'the balance to be read',
  });
  return id;
}

describe('an account that has lost its login', () => {
  it('[pool.login-lost][pool.reasons] is used no more, and again once its secret is renewed', async () => {
    const one = await joinLookedAt('one');
    await pool.user.completed(await pool.begin(instant('while logged in')));
    await pool.describe('one', { login: 'expired' });
    await pool.join('two', plenty);

    // "two" was never used, so "one" is chosen only while "two" has more to do.
    const busy = await pool.begin(parked('keeps two busy'));
    expect(await pool.takers('keeps')).toEqual(['two']);
    const moved = await pool.begin(instant('finds another'));
    await pool.user.completed(moved);
    expect(await pool.takers('finds')).toEqual(['two']);
    expect(refusalsIn(await pool.job(moved))).toEqual([['one', 'login']]);
    expect((await pool.account('one')).state).toBe('login_required');

    const next = await pool.begin(instant('does not ask it'));
    await pool.user.completed(next);
    expect(refusalsIn(await pool.job(next))).toEqual([]);
    expect(reasonsIn(await pool.job(next), 'account-chosen')).toEqual({ one: 'login-required' });

    await pool.describe('one', { login: 'valid' });
    await pool.admin('PATCH', `accounts/${one}`, { secret: 'mk_one' });
    expect((await pool.account('one')).state).toBe('ready');
    await pool.begin(parked('comes back'));
    expect(await pool.takers('comes')).toEqual(['one']);
    expect((await pool.job(busy)).job.account).toBe('two');
  });
});

describe('an account whose credits are gone', () => {
  it('[pool.credits-out][pool.reasons] is not used until its balance is sufficient again', {
    tags: 'long',
  }, async () => {
    const one = await joinLookedAt('one');
    await pool.describe('one', { credits: 0 });
    await pool.join('two', plenty);
    const moved = await pool.begin(instant('too dear for one'));
    await pool.user.completed(moved);
    expect(await pool.takers('too dear')).toEqual(['two']);
    expect(refusalsIn(await pool.job(moved))).toEqual([['one', 'credits']]);
    expect((await pool.account('one')).state).toBe('exhausted');

    const next = await pool.begin(instant('does not ask it'));
    await pool.user.completed(next);
    expect(reasonsIn(await pool.job(next), 'account-chosen')).toEqual({ one: 'exhausted' });

    await pool.describe('one', { credits: 1_000_000 });
    await pool.admin('POST', `accounts/${one}/test`);
    expect((await pool.account('one')).state).toBe('ready');
    await pool.begin(parked('comes back'));
    expect(await pool.takers('comes')).toEqual(['one']);
  });
});

describe('a job stays with the account that took it', () => {
  it.each(['PATCH', 'DELETE'])(
    '[pool.stays-with-account] polls and download, after a %s that ends new work',
    async (method) => {
      const first = await pool.join('first', plenty);
      const id = await pool.begin('stays [[mock:queue=0s,run=1h]]');
      await pool.takers('stays');
      await pool.join('second', plenty);
      await pool.admin(
        method,
        `accounts/${first}`,
        method === 'PATCH' ? { enabled: false } : undefined,
      );
      const next = await pool.begin(instant('new work'));
      expect(await pool.takers('new')).toEqual(['second']);
      const reason = method === 'PATCH' ? 'disabled' : 'draining';
      expect(reasonsIn(await pool.job(next), 'account-chosen')).toEqual({ first: reason });

      await pool.advanceMock(hour);
      await pool.user.completed(id);
      expect(await pool.takers('stays')).toEqual(['first']);
      const video = await pool.user.request(`/v1/videos/${id}/content`);
      expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    },
  );

  it('[pool.stays-with-account] the refund of what fails there', async () => {
    const first = await pool.join('first', { credits: 1_000 });
    const id = await pool.begin('fails there [[mock:queue=0s,run=1h,fail=internal]]');
    await pool.takers('fails');
    const second = await pool.join('second', { credits: 1_000 });
    await pool.admin('PATCH', `accounts/${first}`, { enabled: false });
    const open = await eventually(
      async () => {
        const { credits } = await pool.account('first');
        return credits === 1_000 ? undefined : credits;
      },
      { what: 'the credits to be taken' },
    );
    expect(open).toBeLessThan(1_000);
    await pool.advanceMock(hour);
    await pool.user.failed(id);
    expect((await pool.account('first')).credits).toBe(1_000);
    expect((await pool.account('second')).credits).toBe(1_000);
    expect(second).not.toBe(first);
  });
});
