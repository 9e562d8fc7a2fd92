import { describe, expect, it } from 'vitest';
import { decideReplay } from './decide-replay.ts';

const stored = { fingerprint: '1:aa', jobId: 'vt_1' };

describe('decideReplay', () => {
  it('is first where the key was never used', () => {
    expect(decideReplay(undefined, '1:aa')).toEqual({ kind: 'first' });
  });

  it('[idempotency.replay-200] replays what is stored for the same content', () => {
    const decision = decideReplay(stored, '1:aa');
    expect(decision).toEqual({ kind: 'replay', stored });
    expect(decision.kind === 'replay' && decision.stored).toBe(stored);
  });

  it.each(['1:ab', '2:aa', ''])('[idempotency.conflict] is a conflict for %j', (fingerprint) => {
    expect(decideReplay(stored, fingerprint)).toEqual({ kind: 'conflict' });
  });
});
