import { describe, expect, it } from 'vitest';
import { defaultRunnerOptions } from './runner-options.ts';

describe('the default options', () => {
  const {
    leaseMs,
    renewEveryMs,
    storePauseMs,
    idleMs,
    blockedMs,
    startsAtOnce,
    stepsAtOnce,
    stepsPerAccount,
    inFlightAtMost,
  } = defaultRunnerOptions;

  it('renew a lease several times before it runs out, a failed renewal included', () => {
    expect(leaseMs).toBeGreaterThanOrEqual(3 * renewEveryMs);
  });

  it('leave room for several accounts that hang', () => {
    expect(stepsAtOnce).toBeGreaterThanOrEqual(4 * stepsPerAccount);
    expect(inFlightAtMost).toBeGreaterThanOrEqual(8 * Math.max(startsAtOnce, stepsPerAccount));
  });

  it('never spin: every pause is one', () => {
    expect(Math.min(storePauseMs, idleMs, blockedMs)).toBeGreaterThanOrEqual(50);
  });
});
