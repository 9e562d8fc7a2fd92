import { describe, expect, it } from 'vitest';
import { settingNames } from './setting-name.ts';
import { jsonTypeOf } from './setting-json-type.ts';
import { settingsSchema } from './settings-schema.ts';

describe('the type of a setting in JSON', () => {
  it.each([
    ['FILMGATE_SERVICE_API_KEY', 'string'],
    ['FILMGATE_LOCAL_PUBLIC_URL', 'string'],
    ['FILMGATE_LOG_LEVEL', 'string'],
    ['FILMGATE_MODEL_ALIASES', 'string'],
    ['FILMGATE_QUEUE_LIMIT', 'number'],
    ['FILMGATE_SYNC_WAIT_SECONDS', 'number'],
    ['FILMGATE_LOG_PROMPTS', 'boolean'],
  ] as const)('[guessing.setting-types] of %s is %s', (name, type) => {
    expect(jsonTypeOf(name)).toBe(type);
  });

  it('[guessing.setting-types] of every setting is that of its default', () => {
    const defaults = settingsSchema.parse({});
    const plain = settingNames.filter((name) =>
      ['string', 'number', 'boolean'].includes(typeof defaults[name]),
    );
    expect(plain.map((name) => [name, jsonTypeOf(name)])).toEqual(
      plain.map((name) => [name, typeof defaults[name]]),
    );
  });
});
