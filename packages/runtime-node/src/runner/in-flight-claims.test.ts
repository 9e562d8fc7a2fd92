import { createJobFactory } from '@filmgate/conformance';
import type { Claim, JobState } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { InFlightClaims, type Lane } from './in-flight-claims.ts';

const make = createJobFactory(1);

function claimOf(state: JobState, job = make.newJob({ now: 1 })): Claim {
  return { job: { ...job, state }, epoch: 1, holder: 'me', leaseUntil: 30_000 };
}

/** Starts work that ends on request. */
function holdOne(inFlight: InFlightClaims, claim: Claim, lane: Lane = 'continue', takenAtMs = 0) {
  const work = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  let begun = 0;
  inFlight.hold({ claim, lane, takenAtMs }, (given) => {
    signal = given;
    begun += 1;
    return work.promise;
  });
  return { end: work.resolve, isGivenUp: () => signal?.aborted, begun: () => begun };
}

describe('InFlightClaims', () => {
  it('counts by lane and age until the work ends', async () => {
    const inFlight = new InFlightClaims();
    const old = holdOne(inFlight, claimOf('polling'), 'continue', 1_000);
    holdOne(inFlight, claimOf('polling'), 'continue', 3_000);
    holdOne(inFlight, claimOf('queued'), 'start', 3_000);
    expect([inFlight.count('continue'), inFlight.count('start')]).toEqual([2, 1]);
    expect(inFlight.count('continue', 2_000)).toBe(1);
    old.end();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(inFlight.count('continue')).toBe(1);
    expect(inFlight.claims()).toHaveLength(2);
  });

  it('aborts the work of a lost claim and no other', () => {
    const inFlight = new InFlightClaims();
    const lost = claimOf('polling');
    const given = holdOne(inFlight, lost);
    const other = holdOne(inFlight, claimOf('polling'));
    inFlight.abandonLost(lost);
    expect([given.isGivenUp(), other.isGivenUp()]).toEqual([true, false]);
  });

  it.each<JobState>(['queued', 'awaiting_configuration', 'prepared'])(
    'never aborts a possible submission because its lease is lost: the receipt is a fact (%s)',
    (state) => {
      const inFlight = new InFlightClaims();
      const claim = claimOf(state);
      const sending = holdOne(inFlight, claim, 'start');
      inFlight.abandonLost(claim);
      expect(sending.isGivenUp()).toBe(false);
      inFlight.abandonAll();
      expect(sending.isGivenUp()).toBe(true);
    },
  );

  it('[clocks.claims.one-work] works on the later of two claims of one job when the earlier has ended, renews it meanwhile, and waits for both', async () => {
    const inFlight = new InFlightClaims();
    const earlier = claimOf('polling');
    const later = { ...earlier, epoch: 2 };
    const first = holdOne(inFlight, earlier);
    const second = holdOne(inFlight, later);
    expect(first.isGivenUp()).toBe(true);
    expect(second.begun()).toBe(0);
    expect(inFlight.claims()).toEqual([later]);
    expect(inFlight.count('continue')).toBe(2);

    let allEnded = false;
    const ended = inFlight.allEnded().then(() => {
      allEnded = true;
    });
    second.end();
    await Promise.resolve();
    expect(allEnded).toBe(false);
    first.end();
    await ended;
    expect([first.begun(), second.begun(), second.isGivenUp()]).toEqual([1, 1, false]);
    expect(inFlight.count('continue')).toBe(0);
  });

  it('does not begin with work that was aborted while it waited for its turn', async () => {
    const inFlight = new InFlightClaims();
    const earlier = claimOf('queued');
    const first = holdOne(inFlight, earlier, 'start');
    const second = holdOne(inFlight, { ...earlier, epoch: 2 }, 'start');
    inFlight.abandonAll();
    first.end();
    await inFlight.allEnded();
    expect(second.begun()).toBe(0);
  });
});
