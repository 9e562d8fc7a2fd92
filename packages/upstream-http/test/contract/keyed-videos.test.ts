import { describe, expect, it } from 'vitest';
import { isKeyKnown, readCall, savedCall } from '../../src/engine/prepared-call.ts';
import { keyedVideos } from '../../src/keyed-videos/index.ts';
import { sampleRequest } from '../support/sample-request.ts';

const hourMs = 3_600_000;

describe('keyed-videos', () => {
  it('[providers.keyed.options] states the life of a key, 24 hours by default', () => {
    expect(keyedVideos.describe({}).timing.keyLifeMs).toBe(24 * hourMs);
    expect(keyedVideos.describe({ key_hours: 168 }).timing.keyLifeMs).toBe(168 * hourMs);
  });

  it.each([0, 0.5, -1, '24', null, 87_601])(
    '[providers.keyed.options] refuses %j hours, and names the option',
    (hours) => {
      expect(() => keyedVideos.describe({ key_hours: hours })).toThrow('"key_hours"');
    },
  );

  it('[providers.keyed.options] has the dialects of openai-videos, and names its own options', () => {
    const form = keyedVideos.describe({ dialect: { like: 'standard', body: 'multipart' } });
    const call = form.build({
      route: { endpoint: 'keyed', model: 'm', rank: 1 },
      request: sampleRequest({}),
      account: { id: 'account-1' },
      correlationId: 'vt_1.1',
      noticeUrl: null,
    });
    expect(call).toMatchObject({
      headers: { 'idempotency-key': 'vt_1.1' },
      body: { kind: 'multipart' },
    });
    expect(() => keyedVideos.describe({ keys: 1 })).toThrow(
      'The protocol keyed-videos does not have the option "keys", only "dialect", "key_hours".',
    );
  });

  it('[providers.keyed.same-account] goes only to the address, and with the secret, that know its key', () => {
    const call = { path: '/videos', body: { kind: 'json', value: {} } } as const;
    const keyedAt = { baseUrl: 'https://one.example/v1', secretSince: 7 };
    const keyed = { ...call, keyedAt };
    expect(readCall(savedCall(keyed))).toEqual(keyed);
    expect(isKeyKnown(keyed, { ...keyedAt })).toBe(true);
    for (const elsewhere of [
      { ...keyedAt, baseUrl: 'https://two.example/v1' },
      { ...keyedAt, secretSince: 8 },
      { ...keyedAt, secretSince: null },
      null,
    ])
      expect(isKeyKnown(keyed, elsewhere)).toBe(false);
    // Sent before its endpoint had keys.
    expect(isKeyKnown(call, keyedAt)).toBe(false);
    expect(isKeyKnown(call, null)).toBe(true);
  });
});
