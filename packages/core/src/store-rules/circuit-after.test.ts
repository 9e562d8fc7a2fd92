import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '../account/provider-circuit.ts';
import {
  circuitAfter,
  evidenceOf,
  openUntilFor,
  type ProviderCircuit,
  type ProviderEvidence,
} from './circuit-after.ts';

const now = 1_000_000;

function after(...evidence: readonly ProviderEvidence[]): ProviderCircuit | undefined {
  return evidence.reduce<ProviderCircuit | undefined>(
    (circuit, one) => circuitOf('one', circuit, one),
    undefined,
  );
}

/** Returns the circuit after one more piece of evidence, given by an account. */
function circuitOf(
  accountId: string,
  circuit: ProviderCircuit | undefined,
  evidence: ProviderEvidence,
  at = now,
): ProviderCircuit | undefined {
  return circuitAfter(circuit, { accountId, evidence }, at);
}

const anyEvidence = fc.constantFrom<ProviderEvidence>(
  'answered',
  'unavailable',
  'doubtful',
  'probe-answered',
  'probe-unreadable',
);

const times = (count: number, evidence: ProviderEvidence): readonly ProviderEvidence[] =>
  Array.from({ length: count }, () => evidence);

describe('[providers.port.doubt] what is known against a provider', () => {
  it('is empty after a response', () => {
    expect(after('unavailable', 'doubtful', 'doubtful', 'answered')).toBeUndefined();
    expect(after('probe-answered')).toBeUndefined();
    expect(after('probe-unreadable')).toBeUndefined();
  });

  it('opens its circuit after so many of one kind in a row', () => {
    expect(after(...times(providerFailuresToOpen - 1, 'unavailable'))?.openUntil).toBeNull();
    expect(after(...times(providerFailuresToOpen, 'unavailable'))?.openUntil).toBe(
      now + providerOpenForMs,
    );
    expect(after(...times(providerDoubtsToOpen - 1, 'doubtful'))?.openUntil).toBeNull();
    expect(after(...times(providerDoubtsToOpen, 'doubtful'))?.openUntil).toBe(
      now + providerDoubtedForMs,
    );
  });

  it('is on trial after an answered probe: the next evidence against it opens it again', () => {
    const tried = circuitOf(
      'one',
      after(...times(providerDoubtsToOpen, 'doubtful')),
      'probe-answered',
    );
    expect(tried?.openUntil).toBeNull();
    expect(circuitOf('one', tried, 'doubtful')?.openUntil).toBe(now + providerDoubtedForMs);
    const refused = circuitOf('one', after(...times(9, 'unavailable')), 'probe-answered');
    expect(circuitOf('one', refused, 'unavailable')?.openUntil).toBe(now + providerOpenForMs);
  });

  it('keeps the circuit open while it cannot be read, and only then', () => {
    const shut = after(...times(providerFailuresToOpen, 'unavailable'));
    expect(circuitOf('one', shut, 'probe-unreadable', now + 20)?.openUntil).toBe(
      now + 20 + providerDoubtedForMs,
    );
    const few = after('unavailable', 'doubtful');
    expect(circuitOf('one', few, 'probe-unreadable')).toEqual(few);
    expect(circuitOf('one', few, 'probe-answered')).toEqual(few);
  });

  it('never ends sooner for more evidence, except for an end that only a clock set back since explains', () => {
    const doubted = after(...times(providerDoubtsToOpen, 'doubtful'));
    const more = times(providerFailuresToOpen, 'unavailable').reduce<ProviderCircuit | undefined>(
      (circuit, one) => circuitOf('one', circuit, one, now + 5),
      doubted,
    );
    expect(more?.openUntil).toBe(now + providerDoubtedForMs);
    const later = circuitOf('one', doubted, 'doubtful', now - providerDoubtedForMs);
    expect(later?.openUntil).toBe(now);
  });

  it('law: it is open only after enough evidence, and never for longer than a provider is doubted', () => {
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 40 }), (evidence) => {
        const circuit = after(...evidence);
        const openUntil = circuit?.openUntil ?? null;
        const since = evidence.slice(evidence.lastIndexOf('answered') + 1);
        const against = (kind: ProviderEvidence) => since.filter((one) => one === kind).length;
        const isEnough =
          against('unavailable') >= providerFailuresToOpen ||
          against('doubtful') >= providerDoubtsToOpen;
        expect(openUntil === null || isEnough).toBe(true);
        expect(openUntil ?? now).toBeLessThanOrEqual(now + providerDoubtedForMs);
      }),
    );
  });
});

describe('what one account alone says of a provider', () => {
  it('[pool.served-beside] law: opens its circuit for no account that gets responses', () => {
    const bad = fc.record({ accountId: fc.constant('bad'), evidence: anyEvidence });
    const good = fc.record({
      accountId: fc.constant('good'),
      evidence: fc.constantFrom<ProviderEvidence>('answered', 'probe-answered', 'probe-unreadable'),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(bad, good), { maxLength: 60 }), (said) => {
        let circuit: ProviderCircuit | undefined;
        for (const { accountId, evidence } of said) {
          circuit = circuitOf(accountId, circuit, evidence);
          expect(openUntilFor(circuit, 'good')).toBeNull();
        }
      }),
    );
  });

  it('[pool.served-beside] keeps it from work until its end, though another account gets responses', () => {
    const shut = after(...times(providerFailuresToOpen, 'unavailable'));
    const answered = circuitOf('another', shut, 'answered');
    expect(openUntilFor(answered, 'one')).toBe(now + providerOpenForMs);
    expect(circuitOf('one', answered, 'answered')).toBeUndefined();
  });

  it('opens for all with evidence of a second account, until any gets a response', () => {
    const shut = circuitOf(
      'another',
      after(...times(providerFailuresToOpen, 'unavailable')),
      'unavailable',
    );
    for (const account of ['one', 'another', 'a third'])
      expect(openUntilFor(shut, account)).toBe(now + providerOpenForMs);
    expect(circuitOf('a third', shut, 'answered')).toBeUndefined();
  });
});

describe('a probe of an account', () => {
  it('is evidence about the provider if the provider was queried', () => {
    expect(evidenceOf({ kind: 'ready', credits: null })).toBe('probe-answered');
    expect(evidenceOf({ kind: 'login-required' })).toBe('probe-answered');
    expect(evidenceOf({ kind: 'unreadable' })).toBe('probe-unreadable');
    expect(evidenceOf({ kind: 'ready', credits: null, isAssumed: true })).toBeNull();
  });
});
