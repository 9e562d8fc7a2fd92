import { providerDoubtsToOpen, type UpstreamError } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { AccountScript } from '../support/scripted-upstream.ts';
import { RunnerWorld } from '../support/runner-world.ts';

const secondMs = 1_000;
/** Time within which the good account sends every job, in ms. */
const servedWithinMs = 60 * secondMs;
const [rounds, jobsEachRound] = [12, 5];

type Scope = UpstreamError['scope'];

function refusing(kind: UpstreamError['kind'], scope: Scope): Partial<AccountScript> {
  const error = { kind, scope, charge: 'not-charged', retryAfterMs: null, detail: 'it says so' };
  return { refusal: { ...error, charge: 'not-charged' } };
}

const kinds = ['login', 'forbidden', 'credits', 'rate_limited', 'concurrency'] as const;
const scopes = ['account', 'model', 'endpoint'] as const;

/** Behaviour of an account towards submissions, whoever caused it. */
const behaviours: readonly (readonly [name: string, does: Partial<AccountScript>])[] = [
  ...kinds.map((kind) => [kind, refusing(kind, 'account')] as const),
  ...scopes.map((scope) => [`unavailable, ${scope}`, refusing('unavailable', scope)] as const),
  ...scopes.map((scope) => [`internal, ${scope}`, refusing('internal', scope)] as const),
  ['loses responses', { lost: true }],
  ['throws', { submit: 'break' }],
  ['cannot be reached', { submit: 'refuse' }],
];

/** Jobs submitted over time to an account with this behaviour and a good one of the same endpoint. */
async function besideGoodOne(does: Partial<AccountScript>) {
  const world = new RunnerWorld();
  await world.addAccount('a-bad', 5);
  await world.addAccount('b-good', 10);
  Object.assign(world.upstream.script('a-bad'), does, { status: 'ended', probe: 'break' });
  Object.assign(world.upstream.script('b-good'), { status: 'ended', probe: 'break' });
  const runner = world.runner();
  runner.start();
  const acceptedAt = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const id of await world.acceptMany(jobsEachRound)) acceptedAt.set(id, world.clock.now());
    await world.clock.advance(10 * secondMs);
  }
  await world.clock.advance(2 * servedWithinMs);
  await world.end(runner);
  const served = new Map(
    world.upstream.calls
      .filter(({ kind, account }) => kind === 'submit' && account === 'b-good')
      .map(({ job, at }) => [job, at]),
  );
  return [...acceptedAt].filter(
    ([id, since]) => (served.get(id) ?? Number.POSITIVE_INFINITY) - since > servedWithinMs,
  );
}

describe('[pool.served-beside] a good account of an endpoint is served within a minute, whatever another one does', () => {
  it.each(behaviours)('%s', async (_name, does) => {
    const unserved = await besideGoodOne(does);
    const isLost = does.lost === true || does.submit !== undefined;
    // No other account sends a job that may have arrived on the bad one.
    expect(unserved.length).toBeLessThanOrEqual(isLost ? providerDoubtsToOpen : 0);
  });
});
