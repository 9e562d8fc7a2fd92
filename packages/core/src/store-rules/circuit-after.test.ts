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
  type ProviderCircuit,
  type ProviderEvidence,
} from './circuit-after.ts';

const now = 1_000_000;

function after(...evidence: readonly ProviderEvidence[]): ProviderCircuit | undefined {
  return evidence.reduce<ProviderCircuit | undefined>(
    (circuit, one) => circuitAfter(circuit, one, now),
    undefined,
  );
}

const times = (count: number, evidence: ProviderEvidence): readonly ProviderEvidence[] =>
  Array.from({ length: count }, () => evidence);

describe('[providers.port.doubt] what is known against a provider', () => {
  it('is nothing after an answer', () => {
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

  it('is left on trial by a look that is answered: the next one against it opens it again', () => {
    const tried = circuitAfter(
      after(...times(providerDoubtsToOpen, 'doubtful')),
      'probe-answered',
      now,
    );
    expect(tried?.openUntil).toBeNull();
    expect(circuitAfter(tried, 'doubtful', now)?.openUntil).toBe(now + providerDoubtedForMs);
    const refused = circuitAfter(after(...times(9, 'unavailable')), 'probe-answered', now);
    expect(circuitAfter(refused, 'unavailable', now)?.openUntil).toBe(now + providerOpenForMs);
  });

  it('keeps the circuit open while it cannot be read, and only then', () => {
    const shut = after(...times(providerFailuresToOpen, 'unavailable'));
    expect(circuitAfter(shut, 'probe-unreadable', now + 20)?.openUntil).toBe(
      now + 20 + providerDoubtedForMs,
    );
    const few = after('unavailable', 'doubtful');
    expect(circuitAfter(few, 'probe-unreadable', now)).toEqual(few);
    expect(circuitAfter(few, 'probe-answered', now)).toEqual(few);
  });

  it('never ends sooner for more evidence, but for an end that only a clock set back since can have told', () => {
    const doubted = after(...times(providerDoubtsToOpen, 'doubtful'));
    const more = times(providerFailuresToOpen, 'unavailable').reduce<ProviderCircuit | undefined>(
      (circuit, one) => circuitAfter(circuit, one, now + 5),
      doubted,
    );
    expect(more?.openUntil).toBe(now + providerDoubtedForMs);
    const later = circuitAfter(doubted, 'doubtful', now - providerDoubtedForMs);
    expect(later?.openUntil).toBe(now);
  });

  it('law: it is open only after enough evidence, and never for longer than a provider is doubted', () => {
    const anyEvidence = fc.constantFrom<ProviderEvidence>(
      'answered',
      'unavailable',
      'doubtful',
      'probe-answered',
      'probe-unreadable',
    );
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

describe('a look at an account', () => {
  it('says something about the provider if the provider was asked', () => {
    expect(evidenceOf({ kind: 'ready', credits: null })).toBe('probe-answered');
    expect(evidenceOf({ kind: 'login-required' })).toBe('probe-answered');
    expect(evidenceOf({ kind: 'unreadable' })).toBe('probe-unreadable');
    expect(evidenceOf({ kind: 'ready', credits: null, isAssumed: true })).toBeNull();
  });
});
