import { describe, expect, it } from 'vitest';
import { type Settings, settingsSchema } from '../settings/settings-schema.ts';
import { warnOfSettings } from './check-settings.ts';

const defaults = settingsSchema.parse({});

/** Log lines for successive settings. */
function reported(...settings: readonly Partial<Settings>[]): readonly string[] {
  const lines: string[] = [];
  const note = (...parts: readonly unknown[]): void => {
    lines.push(JSON.stringify(parts));
  };
  const silent = (): void => undefined;
  const live = {
    follow: (listener: (changed: Settings) => void) => {
      for (const changed of settings) listener({ ...defaults, ...changed });
    },
  };
  warnOfSettings(live, { info: silent, warn: note, error: silent });
  return lines;
}

const weak = { FILMGATE_SERVICE_API_KEY: 'canary' };

describe('the log', () => {
  it('[guessing.key-strength][invariants.i13-no-secret-leaves] is warned once of a key that could be guessed, without the key', () => {
    const lines = reported({}, weak, { ...weak, FILMGATE_QUEUE_LIMIT: 3 });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('FILMGATE_SERVICE_API_KEY must have at least 16 characters');
    expect(lines[0]).not.toContain('canary');
    expect(reported(weak, {}, weak)).toHaveLength(2);
  });

  it('[guessing.trust-proxy-range] is warned of proxies in whose range callers have room', () => {
    expect(reported({ FILMGATE_TRUST_PROXY: ['172.30.0.2', '10.1.2.0/24'] })).toEqual([]);
    const [line, ...others] = reported({ FILMGATE_TRUST_PROXY: ['172.30.0.2', '172.16.0.0/12'] });
    expect(line).toContain('FILMGATE_TRUST_PROXY trusts 172.16.0.0/12:');
    expect(others).toEqual([]);
  });
});
