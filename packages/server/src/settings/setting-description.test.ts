import { describe, expect, it } from 'vitest';
import { settingNames, settingsSchema } from './settings-schema.ts';
import { describeSetting, jsonTypeOf } from './setting-description.ts';

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

describe('the description of a setting for the console', () => {
  it.each([
    ['FILMGATE_QUEUE_LIMIT', { kind: 'number', unit: 'tasks', minimum: 0, maximum: 10_000_000 }],
    ['FILMGATE_LOG_LEVEL', { kind: 'choice', restart_required: false, minimum: null }],
    ['FILMGATE_LOG_PROMPTS', { kind: 'flag', choices: [] }],
    ['FILMGATE_ALLOWED_ORIGINS', { kind: 'list', group: 'reach' }],
    ['FILMGATE_MODEL_ALIASES', { kind: 'map' }],
    ['FILMGATE_NATIVE_API_KEY', { kind: 'text', secret: true, can_be_made: true }],
    ['FILMGATE_DATA_DIR', { kind: 'text', restart_required: true, unit: null }],
  ] as const)('of %s is %o', (name, expected) => {
    expect(describeSetting(name)).toMatchObject(expected);
  });

  it('is a title and a help text in both languages, and no two titles are the same', () => {
    const reported = settingNames.map(describeSetting);
    for (const { title, help, variable } of reported)
      for (const text of [title.en, title.zh, help.en, help.zh])
        expect(text.trim(), variable).not.toBe('');
    expect(new Set(reported.map(({ title }) => title.en)).size).toBe(reported.length);
    expect(new Set(reported.map(({ title }) => title.zh)).size).toBe(reported.length);
  });
});
