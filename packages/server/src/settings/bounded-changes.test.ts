import { describe, expect, it } from 'vitest';
import { overlaySettings } from './stored-settings.ts';
import { readSettingChanges } from './read-setting-changes.ts';
import { settingsSchema } from './settings-schema.ts';

/** Problems for which a change is refused, in any step. */
function problemsOf(requested: Readonly<Record<string, unknown>>): readonly string[] {
  const read = readSettingChanges(requested);
  if (read.kind === 'refused') return read.problems;
  const texts = new Map(
    [...read.changes].flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  );
  const overlaid = overlaySettings(settingsSchema.parse({}), texts);
  return overlaid.kind === 'refused' ? overlaid.problems : [];
}

const names = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [`no_setting_${index}`, 1]),
);
const wrongHosts = Array.from({ length: 900 }, () => `${'x'.repeat(50)}/y`).join(',');

describe('changes of settings that are too large', () => {
  it.each([
    ['a name of 50 KB', { [`image_hosts${'_x'.repeat(25_000)}`]: 1 }, 'is not a setting'],
    ['20 000 unknown names', names, 'is not a setting'],
    [
      'a text of 900 KB',
      { image_hosts: 'a/b,'.repeat(225_000) },
      'image_hosts must have at most 65536 characters.',
    ],
    [
      'a list of 100 000',
      { image_hosts: Array.from({ length: 100_000 }, () => 'a/b') },
      'an array of at most 1000 strings',
    ],
    [
      'a text of 1001 items',
      { image_hosts: 'a,'.repeat(1001) },
      'image_hosts must have at most 1000 items.',
    ],
    ['900 wrong hosts', { image_hosts: wrongHosts }, 'image_hosts cannot contain xxx'],
    [
      'one long wrong host',
      { image_hosts: `${'x'.repeat(60_000)}/y` },
      'image_hosts cannot contain xxx',
    ],
    ['a long origin', { allowed_origins: 'x'.repeat(60_000) }, 'allowed_origins must be'],
    [
      'a list of 1001 aliases',
      { model_aliases: Object.fromEntries(Object.keys(names).map((name) => [name, 'm'])) },
      'an object of at most 1000 aliases',
    ],
  ])('[bodies.settings.bounded][bodies.answers.bounded] %s', (_name, requested, sentence) => {
    const problems = problemsOf(requested);
    expect(problems.join(' ')).toContain(sentence);
    expect(problems.join(' ').length).toBeLessThan(6000);
  });

  it('[bodies.settings.bounded] a thousand hosts are taken', () => {
    const hosts = Array.from({ length: 1000 }, (_, index) => `images-${index}.example.com`);
    expect(problemsOf({ image_hosts: hosts })).toEqual([]);
  });
});
