import { describe, expect, it } from 'vitest';
import { readCallTo, savedCall } from '../../src/engine/prepared-call.ts';
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

  it('[providers.keyed.same-account] is sent to no other base URL than the one that knows its key', () => {
    const call = { path: '/videos', body: { kind: 'json', value: {} } } as const;
    const here = { baseUrl: 'https://one.example/v1' };
    const saved = savedCall(call, here);
    expect(readCallTo(here, saved)).toEqual({ ...call, ...here });
    expect(readCallTo({ baseUrl: 'https://two.example/v1' }, saved)).toBeUndefined();
    expect(readCallTo({ baseUrl: 'https://two.example/v1' }, savedCall(call, null))).toEqual(call);
  });
});
