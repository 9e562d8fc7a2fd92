import { createJobFactory } from '@filmgate/conformance';
import type { Claim, JobState } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { ClaimsInHand, type Lane } from './claims-in-hand.ts';

const make = createJobFactory(1);

function claimOf(state: JobState, job = make.newJob({ now: 1 })): Claim {
  return { job: { ...job, state }, epoch: 1, holder: 'me', leaseUntil: 30_000 };
}

/** Work in hand that ends when it is told to. */
function holdOne(inHand: ClaimsInHand, claim: Claim, lane: Lane = 'continue', takenAtMs = 0) {
  const work = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  let begun = 0;
  inHand.hold({ claim, lane, takenAtMs }, (given) => {
    signal = given;
    begun += 1;
    return work.promise;
  });
  return { end: work.resolve, isGivenUp: () => signal?.aborted, begun: () => begun };
}

describe('ClaimsInHand', () => {
  it('counts by lane and age until the work ends', async () => {
    const inHand = new ClaimsInHand();
    const old = holdOne(inHand, claimOf('polling'), 'continue', 1_000);
    holdOne(inHand, claimOf('polling'), 'continue', 3_000);
    holdOne(inHand, claimOf('queued'), 'start', 3_000);
    expect([inHand.count('continue'), inHand.count('start')]).toEqual([2, 1]);
    expect(inHand.count('continue', 2_000)).toBe(1);
    old.end();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(inHand.count('continue')).toBe(1);
    expect(inHand.claims()).toHaveLength(2);
  });

  it('gives up the work of a lost claim and no other', () => {
    const inHand = new ClaimsInHand();
    const lost = claimOf('polling');
    const given = holdOne(inHand, lost);
    const other = holdOne(inHand, claimOf('polling'));
    inHand.abandonLost(lost);
    expect([given.isGivenUp(), other.isGivenUp()]).toEqual([true, false]);
  });

  it.each<JobState>(['queued', 'awaiting_configuration', 'prepared'])(
    'never gives up what may be sending because its lease is lost: the receipt is a fact (%s)',
    (state) => {
      const inHand = new ClaimsInHand();
      const claim = claimOf(state);
      const sending = holdOne(inHand, claim, 'start');
      inHand.abandonLost(claim);
      expect(sending.isGivenUp()).toBe(false);
      inHand.abandonAll();
      expect(sending.isGivenUp()).toBe(true);
    },
  );

  it('[clocks.claims.one-work] works on the later of two claims of one job when the earlier has ended, renews it meanwhile, and waits for both', async () => {
    const inHand = new ClaimsInHand();
    const earlier = claimOf('polling');
    const later = { ...earlier, epoch: 2 };
    const first = holdOne(inHand, earlier);
    const second = holdOne(inHand, later);
    expect(first.isGivenUp()).toBe(true);
    expect(second.begun()).toBe(0);
    expect(inHand.claims()).toEqual([later]);
    expect(inHand.count('continue')).toBe(2);

    let allEnded = false;
    const ended = inHand.allEnded().then(() => {
      allEnded = true;
    });
    second.end();
    await Promise.resolve();
    expect(allEnded).toBe(false);
    first.end();
    await ended;
    expect([first.begun(), second.begun(), second.isGivenUp()]).toEqual([1, 1, false]);
    expect(inHand.count('continue')).toBe(0);
  });

  it('does not begin with what was given up while it waited for its turn', async () => {
    const inHand = new ClaimsInHand();
    const earlier = claimOf('queued');
    const first = holdOne(inHand, earlier, 'start');
    const second = holdOne(inHand, { ...earlier, epoch: 2 }, 'start');
    inHand.abandonAll();
    first.end();
    await inHand.allEnded();
    expect(second.begun()).toBe(0);
  });
});
