import fc from 'fast-check';
import type { AccountLoad } from '../src/account/account.ts';
import {
  type AccountRefusalReason,
  balanceTrustedForMs,
} from '../src/account/account-readiness.ts';
import { sampleLoad } from './sample-load.ts';

/** The instant at which each of the loads is refused for its reason. */
export const now = 1_000;

/** A load for each reason why an account accepts no job. */
export const refusedLoads: readonly (readonly [AccountRefusalReason, AccountLoad])[] = [
  ['family-not-served', sampleLoad({ families: ['vidB'] })],
  ['disabled', sampleLoad({ enabled: false })],
  ['draining', sampleLoad({ draining: true })],
  ['login-required', sampleLoad({ condition: 'login_required' })],
  ['untested', sampleLoad({ awaitsTest: true })],
  ['exhausted', sampleLoad({ condition: 'exhausted' })],
  ['credits-too-low', sampleLoad({ credits: 9 })],
  ['credits-stale', sampleLoad({ creditsCheckedAt: now - balanceTrustedForMs - 1 })],
  ['credits-reserved', sampleLoad({ credits: 30 }, { reservedCredits: 11, heldCredits: 10 })],
  ['provider-unavailable', sampleLoad({}, { providerOpenUntil: now + 1 })],
  ['cooling', sampleLoad({ condition: 'cooling', coolingUntil: now + 1 })],
  ['busy', sampleLoad({ concurrency: 2 }, { busy: 2 })],
];

/** Pools of loads, ready or refused for any reason. */
export const arbitraryLoads = fc
  .array(
    fc
      .tuple(
        fc.constantFrom(...refusedLoads.map(([, load]) => load), sampleLoad()),
        fc.nat(3),
        fc.option(fc.nat(9)),
      )
      .map(([load, busy, lastUsedAt]) => ({
        ...load,
        busy: Math.max(busy, load.busy),
        account: { ...load.account, lastUsedAt },
      })),
    { maxLength: 6 },
  )
  .map((loads) =>
    loads.map((load, index) => ({ ...load, account: { ...load.account, id: `a${index}` } })),
  );
