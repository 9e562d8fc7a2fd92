import { describe, expect, it } from 'vitest';
import { eventSamples } from '../../../test/event-samples.ts';
import { sampleJob } from '../../../test/sample-job.ts';
import { line, now, stepOf } from '../../../test/step-of.ts';
import { type UpstreamErrorKind, upstreamErrorKinds } from '../../upstream/upstream-refusal.ts';
import type { LearnedLimit } from '../../account/learned.ts';
import { describeFailure } from '../describe-failure.ts';
import type { AccountPenalty, JobEffect } from '../job-effect.ts';
import type { JobFailureCode } from '../job-failure.ts';
import type { Job } from '../job.ts';

const account = 'account-one';
const retryAt = 3_000;

const sending = sampleJob('dispatching', { dueAt: 500, readFailures: 3 });

/** A refusal of a submission: its scope, the number before it, and the accounts that are excluded. */
interface Refusal {
  readonly kind: UpstreamErrorKind;
  readonly scope?: 'request' | 'account' | 'endpoint' | 'model';
  readonly before?: number;
  readonly refusedBy?: readonly string[];
  readonly elsewhere?: boolean;
  readonly passOver?: readonly string[];
  readonly learnedLimit?: LearnedLimit;
  readonly byOtherRoute?: boolean;
}

function refuse({
  kind,
  scope = 'account',
  before = 0,
  refusedBy = [],
  elsewhere = true,
  ...more
}: Refusal): ReturnType<typeof stepOf> {
  const error = { ...eventSamples.refused.error, kind, scope, detail: 'said so' };
  const job: Job = { ...sending, refusals: before, refusedBy };
  return stepOf(job, { kind: 'refused', error, elsewhere, retryAt, ...more });
}

/** Releases of every refusal: nothing was charged, and the account may do something else. */
const givenBack: readonly JobEffect[] = [
  { kind: 'slot', move: 'release', accountId: account },
  { kind: 'credit', move: 'refund', accountId: account, amount: 20, unit: 'credits' },
];
const erred: JobEffect = { kind: 'account-erred', accountId: account };
const evidence = (said: 'answered' | 'unavailable'): JobEffect => ({
  kind: 'endpoint',
  accountId: account,
  evidence: said,
});
const penalty = (what: AccountPenalty): JobEffect => ({
  kind: 'penalise',
  accountId: account,
  penalty: what,
});
const reportedOf = (
  kind: UpstreamErrorKind,
  ending: { readonly code?: JobFailureCode } = {},
): JobEffect => line('account-refused', { account, reason: kind, detail: 'said so', ...ending });

/** The job back in the queue, as if it had never had that account. */
function again(refusals: number, next: Partial<Job>): Partial<Job> {
  return {
    state: 'queued',
    refusals,
    accountId: null,
    holdsSlot: false,
    credit: 'released',
    submission: null,
    correlationId: null,
    ...next,
  };
}

/** The ended job, with its owner's credits released. */
function over(refusals: number, code: JobFailureCode): Partial<Job> {
  return {
    state: 'failed',
    refusals,
    holdsSlot: false,
    credit: 'released',
    quota: 'released',
    failure: describeFailure(code),
    completedAt: now,
    dueAt: null,
  };
}

const refund: JobEffect = { kind: 'quota', move: 'refund', amount: 20 };

/** Effect of each refusal on the account, and its code when it ends the job. */
const sayings: {
  readonly [K in UpstreamErrorKind]: {
    readonly penalty: AccountPenalty | null;
    readonly code: JobFailureCode;
  };
} = {
  policy: { penalty: null, code: 'content_rejected' },
  invalid: { penalty: null, code: 'request_rejected' },
  login: { penalty: { kind: 'login-lost', detail: 'said so' }, code: 'account_login_lost' },
  forbidden: { penalty: null, code: 'account_forbidden' },
  credits: {
    penalty: { kind: 'exhausted', detail: 'said so' },
    code: 'account_credits_exhausted',
  },
  rate_limited: { penalty: { kind: 'cooling', until: retryAt }, code: 'rate_limited' },
  concurrency: { penalty: { kind: 'cooling', until: retryAt }, code: 'rate_limited' },
  unavailable: { penalty: null, code: 'upstream_unavailable' },
  internal: { penalty: null, code: 'generation_failed' },
  protocol: { penalty: null, code: 'generation_failed' },
};

const passing: ReadonlySet<UpstreamErrorKind> = new Set([
  'rate_limited',
  'concurrency',
  'unavailable',
]);
const lasting = upstreamErrorKinds.filter((kind) => !passing.has(kind));
/** A fault of ours says nothing about the endpoint. */
const said = (kind: UpstreamErrorKind): readonly JobEffect[] =>
  kind === 'internal' ? [] : [evidence(kind === 'unavailable' ? 'unavailable' : 'answered')];

describe('[proof.effects] a refusal', () => {
  it.each(upstreamErrorKinds)('of the request itself ends it and blames no account: %s', (kind) => {
    const { code } = sayings[kind];
    expect(refuse({ kind, scope: 'request' })).toEqual({
      changed: over(1, code),
      effects: [...givenBack, ...said(kind), reportedOf(kind, { code }), refund],
    });
  });

  it.each(upstreamErrorKinds)('is the account’s at first, by what it says: %s', (kind) => {
    const { penalty: what } = sayings[kind];
    const { effects } = refuse({ kind });
    const penalties = what === null ? [] : [penalty(what)];
    expect(effects).toEqual([...givenBack, ...said(kind), reportedOf(kind), erred, ...penalties]);
  });

  it.each(upstreamErrorKinds)('penalises no second account: %s', (kind) => {
    const { effects } = refuse({ kind, scope: 'endpoint', before: 1 });
    expect(effects).toEqual([...givenBack, ...said(kind), reportedOf(kind), erred]);
  });

  it.each(lasting)('that does not pass is tried on one other account at once: %s', (kind) => {
    const { changed } = refuse({ kind });
    expect(changed).toEqual(again(1, { refusedBy: [account], dueAt: now }));
  });

  it.each(lasting)('of the second account ends it: %s', (kind) => {
    const { code } = sayings[kind];
    expect(refuse({ kind, before: 1, refusedBy: ['account-two'] })).toEqual({
      changed: over(2, code),
      effects: [...givenBack, ...said(kind), reportedOf(kind, { code }), erred, refund],
    });
  });

  it.each(lasting)('ends it where no other account could take it: %s', (kind) => {
    expect(refuse({ kind, elsewhere: false }).changed).toEqual(over(1, sayings[kind].code));
  });

  it.each(['rate_limited', 'concurrency'] as const)(
    'that cools the account lets another take it now, and a second one waits: %s',
    (kind) => {
      expect(refuse({ kind, elsewhere: false }).changed).toEqual(again(1, { dueAt: now }));
      expect(refuse({ kind, before: 1 }).changed).toEqual(again(2, { dueAt: retryAt }));
    },
  );

  it.each([0, 1])('of a provider that is down is waited out (refusals before: %i)', (before) => {
    const refusedBy = ['account-two'];
    const { changed } = refuse({ kind: 'unavailable', before, refusedBy, elsewhere: false });
    expect(changed).toEqual(again(before + 1, { dueAt: retryAt }));
  });

  it.each(upstreamErrorKinds)('is the last one when it is the third: %s', (kind) => {
    const { code } = sayings[kind];
    expect(refuse({ kind, before: 2 }).changed).toEqual(over(3, code));
  });

  describe('[providers.port.next-route] of work that another endpoint can make', () => {
    const passOver = ['account-one', 'its sibling'];

    it.each(lasting)('is tried there at once, though two accounts refused it: %s', (kind) => {
      for (const before of [0, 1]) {
        const { changed } = refuse({ kind, before, refusedBy: ['account-two'], passOver });
        expect(changed).toEqual(again(before + 1, { refusedBy: passOver, dueAt: now }));
      }
    });

    it('is not waited out where the whole endpoint is down', () => {
      const { changed } = refuse({ kind: 'unavailable', scope: 'endpoint', passOver });
      expect(changed).toEqual(again(1, { refusedBy: passOver, dueAt: now }));
    });

    it('that passes with time keeps the account out by its cooling at first, and by name later', () => {
      const first = refuse({ kind: 'rate_limited', passOver });
      expect(first.changed).toEqual(again(1, { dueAt: now }));
      const second = refuse({ kind: 'rate_limited', before: 1, passOver });
      expect(second.changed).toEqual(again(2, { refusedBy: passOver, dueAt: now }));
    });

    it('is the last one when it is the third, or of the request itself', () => {
      expect(refuse({ kind: 'login', before: 2, passOver }).changed).toMatchObject({
        state: 'failed',
      });
      const { changed } = refuse({ kind: 'policy', scope: 'request', passOver });
      expect(changed).toMatchObject({ state: 'failed' });
    });
  });

  describe('that taught something of the account', () => {
    const learnedLimit: LearnedLimit = {
      kind: 'cap',
      model: 'm',
      at: now,
      cap: 2,
      restsUntil: retryAt,
    };
    const learns: JobEffect = { kind: 'learn', accountId: account, learnedLimit };

    it('cools it no more where it says how many jobs it may have', () => {
      expect(refuse({ kind: 'concurrency', learnedLimit })).toEqual({
        changed: again(1, { dueAt: now }),
        effects: [...givenBack, evidence('answered'), reportedOf('concurrency'), erred, learns],
      });
    });

    it('keeps it out by what was learned, so that the job need not wait for it', () => {
      const unavailable = refuse({ kind: 'unavailable', scope: 'model', learnedLimit });
      expect(unavailable.changed).toEqual(again(1, { dueAt: now }));
      const second = refuse({ kind: 'concurrency', before: 1, learnedLimit });
      expect(second.changed).toEqual(again(2, { dueAt: now }));
      expect(second.effects).toContainEqual(learns);
    });

    it('penalises it beside that, where it is about more than the model', () => {
      const { effects } = refuse({ kind: 'credits', learnedLimit });
      expect(effects.slice(-2)).toEqual([
        penalty({ kind: 'exhausted', detail: 'said so' }),
        learns,
      ]);
    });

    it('teaches nothing where the request itself was refused', () => {
      const { effects } = refuse({ kind: 'policy', scope: 'request', learnedLimit });
      expect(effects).not.toContainEqual(learns);
    });
  });

  it.each(upstreamErrorKinds)('of one model says nothing of the others: %s', (kind) => {
    const learnedLimit: LearnedLimit = {
      kind: 'away',
      family: 'f',
      model: 'm',
      at: 1,
      until: 9,
      streak: 0,
    };
    const penalties = (refusal: Refusal) =>
      refuse(refusal).effects.filter((effect) => effect.kind === 'penalise');
    expect(penalties({ kind, scope: 'model', learnedLimit })).toEqual([]);
    // A job of a former release teaches nothing: a refusal that passes with time cools the account.
    const cools = kind === 'rate_limited' || kind === 'concurrency';
    const cooling = penalty({ kind: 'cooling', until: retryAt });
    expect(penalties({ kind, scope: 'model' })).toEqual(cools ? [cooling] : []);
    const { effects } = refuse({ kind, scope: 'model' });
    const ofEndpoint = effects.filter((effect) => effect.kind === 'endpoint');
    expect(ofEndpoint).toEqual(kind === 'internal' ? [] : [evidence('answered')]);
  });

  it('of one route continues by another of the same account at once', () => {
    const { changed } = refuse({
      kind: 'forbidden',
      scope: 'model',
      elsewhere: false,
      refusedBy: ['account-two'],
      byOtherRoute: true,
    });
    expect(changed).toStrictEqual(again(1, { dueAt: now }));
    const without = refuse({ kind: 'forbidden', scope: 'model', elsewhere: false });
    expect(without.changed).toMatchObject({ state: 'failed' });
    const last = refuse({ kind: 'forbidden', scope: 'model', before: 2, byOtherRoute: true });
    expect(last.changed).toMatchObject({ state: 'failed' });
  });

  it('of what it refers to, before it was prepared, counts against the account and moves no money of it', () => {
    const error = { ...eventSamples.refused.error, kind: 'login', scope: 'account' } as const;
    const job = sampleJob('queued', { dueAt: 500, version: 4 });
    const event = { ...eventSamples['not-staged'], error, accountId: 'account-nine' };
    const accountId = 'account-nine';
    expect(stepOf(job, event)).toEqual({
      changed: { refusals: 1, refusedBy: [accountId], dueAt: now },
      effects: [
        { kind: 'endpoint', accountId, evidence: 'answered' },
        line('account-refused', { account: accountId, reason: 'login', detail: error.detail }),
        { kind: 'account-erred', accountId },
        { kind: 'penalise', accountId, penalty: { kind: 'login-lost', detail: error.detail } },
      ],
    });
  });

  it('of a job whose account is not known moves nothing but the job', () => {
    const job: Job = { ...sending, accountId: null };
    const error = { ...eventSamples.refused.error, kind: 'login', scope: 'account' } as const;
    const { changed, effects } = stepOf(job, { kind: 'refused', error, elsewhere: true, retryAt });
    expect(changed).toMatchObject({ state: 'queued', refusals: 1 });
    expect(changed).not.toHaveProperty('refusedBy');
    expect(effects.map(({ kind }) => kind)).toEqual(['trail']);
  });
});
