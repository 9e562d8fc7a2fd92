import { describe, expect, it } from 'vitest';
import { settingNames } from '../settings-schema.ts';
import { helpOf, settingTexts, titleOf } from './setting-texts.ts';

const languages = ['en', 'zh'] as const;
const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

describe.each(languages)('texts of settings in %s', (language) => {
  it('name every setting in the order of the declarations, and no other', () => {
    expect(Object.keys(settingTexts[language])).toEqual(settingNames);
  });

  it.each(settingNames)('of %s are a title and a help of at most 160 characters', (name) => {
    const { title, help, ...others } = settingTexts[language][name];
    expect(others).toEqual({});
    expect(title).toMatch(/^\S.*[^\s.]$/);
    expect(help).toMatch(/^\S.*[.。]$/);
    expect(placeholders(title)).toEqual([]);
    expect(helpOf(name)[language].length).toBeLessThanOrEqual(160);
  });

  it('have titles that differ', () => {
    const titles = settingNames.map((name) => titleOf(name)[language]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('the help of a setting', () => {
  it.each(settingNames)('%s has the same known placeholders in all languages', (name) => {
    const [english, ...others] = languages.map((one) => placeholders(settingTexts[one][name].help));
    for (const other of others) expect(other).toEqual(english);
    expect(['', '{{default}}']).toContain(english?.join());
    expect(placeholders(helpOf(name).en)).toEqual([]);
  });

  it.each(settingNames)('%s begins with a noun', (name) => {
    expect(helpOf(name).en).not.toMatch(/^(?:What|How|Whether|Where|That|It|The same)\b/);
  });

  it.each([
    ['FILMGATE_ASSET_ALLOWANCE_BYTES', 'Default: 10 GiB.'],
    ['FILMGATE_RESULT_MIN_BYTES_PER_SECOND', 'Default: 1 KiB.'],
    ['FILMGATE_MAX_BODY_MIB', 'Default: 512 MiB.'],
    ['FILMGATE_SESSION_IDLE_MINUTES', 'Default: 30 minutes.'],
    ['FILMGATE_LOG_PROMPTS', 'Default: off.'],
    ['FILMGATE_LOG_LEVEL', 'Default: info.'],
  ] as const)('%s ends with "%s"', (name, ending) => {
    expect(helpOf(name).en.endsWith(ending)).toBe(true);
  });
});
