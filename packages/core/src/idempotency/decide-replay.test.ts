import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/json-value.ts';
import type { Digest } from '../ports/gateway-ports.ts';
import { decideReplay } from './decide-replay.ts';
import { requestFingerprint } from './request-fingerprint.ts';

const digest: Digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };
const aliases = { 'std-2.0': 'vm_std-2.0', latest: 'vm_std-2.0', other: 'vm_std-2.0_faceok' };

const claimOf = (content: JsonValue, model = 'vm_std-2.0') => ({
  fingerprint: requestFingerprint(content, digest),
  job: { request: { model } },
});

const decide = (stored: JsonValue, repeated: JsonValue, known: typeof aliases | object = aliases) =>
  decideReplay(claimOf(stored), repeated, { aliases: { ...known }, digest }).kind;

describe('decideReplay', () => {
  it('is first where the key was never used', () => {
    expect(decideReplay(undefined, { prompt: 'a' }, { aliases, digest })).toEqual({
      kind: 'first',
    });
  });

  it('[idempotency.replay-200] replays what is stored for the same content', () => {
    const stored = claimOf({ prompt: 'a' });
    const decision = decideReplay(stored, { prompt: 'a' }, { aliases, digest });
    expect(decision).toEqual({ kind: 'replay', stored });
    expect(decision.kind === 'replay' && decision.stored).toBe(stored);
  });

  it.each<JsonValue>([{ prompt: 'b' }, { prompt: 'a', seconds: 5 }, ['a'], 'a', null])(
    '[idempotency.conflict] is a conflict for %j',
    (content) => {
      expect(decide({ prompt: 'a' }, content)).toBe('conflict');
    },
  );

  it('[idempotency.conflict] is a conflict for a fingerprint of another version', () => {
    const { fingerprint, ...stored } = claimOf({ prompt: 'a' });
    const other = { ...stored, fingerprint: fingerprint.replace('1:', '2:') };
    expect(decideReplay(other, { prompt: 'a' }, { aliases, digest }).kind).toBe('conflict');
  });

  it.each([
    ['vm_std-2.0', 'std-2.0'],
    ['std-2.0', 'vm_std-2.0'],
    ['latest', 'std-2.0'],
  ])('[idempotency.content-aliases] %s and %s are names of one model', (first, second) => {
    expect(decide({ model: first, prompt: 'a' }, { model: second, prompt: 'a' })).toBe('replay');
    expect(decide({ model: first, prompt: 'a' }, { model: second, prompt: 'b' })).toBe('conflict');
  });

  it.each(['std-2.0', 'vm_std-2.0', 'latest'])(
    '[idempotency.survives-catalog] recognises %s when the catalog knows it no more, or gives it to another model',
    (model) => {
      const content = { model, prompt: 'a' };
      expect(decide(content, content, {})).toBe('replay');
      expect(decide(content, content, { [model]: 'vm_new' })).toBe('replay');
    },
  );

  it.each(['vm_std-2.0_faceok', 'other', 'nothing', '', 7, null])(
    '[idempotency.conflict] another model, or what names none, is a conflict: %j',
    (model) => {
      expect(decide({ model: 'std-2.0', prompt: 'a' }, { model, prompt: 'a' })).toBe('conflict');
      expect(decide({ prompt: 'a' }, { model, prompt: 'a' })).toBe('conflict');
    },
  );

  it('[idempotency.content-before-defaults] a model that is named is not the model that is not', () => {
    expect(decide({ prompt: 'a' }, { model: 'vm_std-2.0', prompt: 'a' })).toBe('conflict');
    expect(decide({ model: 'vm_std-2.0', prompt: 'a' }, { prompt: 'a' })).toBe('conflict');
  });
});
