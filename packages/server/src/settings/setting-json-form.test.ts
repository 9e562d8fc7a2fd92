import { describe, expect, it } from 'vitest';
import { isChangeable } from './changeable-settings.ts';
import { jsonFormOf } from './setting-json-form.ts';
import { settingNames } from './setting-name.ts';
import { settingsSchema } from './settings-schema.ts';

describe('the form of a setting in JSON', () => {
  it.each([
    ['FILMGATE_SERVICE_API_KEY', 'text'],
    ['FILMGATE_LOCAL_PUBLIC_URL', 'text'],
    ['FILMGATE_LOG_LEVEL', 'text'],
    ['FILMGATE_QUEUE_LIMIT', 'number'],
    ['FILMGATE_SYNC_WAIT_SECONDS', 'number'],
    ['FILMGATE_LOG_PROMPTS', 'flag'],
    ['FILMGATE_ALLOWED_ORIGINS', 'list'],
    ['FILMGATE_MODEL_ALIASES', 'aliases'],
  ] as const)('[guessing.setting-types] of %s is %s', (name, form) => {
    expect(jsonFormOf(name)).toBe(form);
  });

  it('[guessing.setting-types] of every setting is that of its default, and lists take arrays', () => {
    const defaults = settingsSchema.parse({});
    for (const name of settingNames.filter(isChangeable)) {
      const value = defaults[name];
      const form = jsonFormOf(name);
      if (typeof value === 'number') expect([name, form]).toEqual([name, 'number']);
      if (typeof value === 'boolean') expect([name, form]).toEqual([name, 'flag']);
      if (Array.isArray(value)) expect([name, form]).toEqual([name, 'list']);
    }
  });
});
