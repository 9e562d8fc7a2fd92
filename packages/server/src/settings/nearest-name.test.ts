import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';
import { settingsSchema } from './settings-schema.ts';

const known: readonly [string, ...string[]] = [
  'FILMGATE_HOST',
  ...Object.keys(settingsSchema.shape),
];

describe('nearestName', () => {
  it.each([
    ['FILMGATE_TASK_PORT', 'FILMGATE_TASKS_PORT'],
    ['FILMGATE_PORT_LOCAL', 'FILMGATE_LOCAL_PORT'],
    ['FILMGATE_MOCKURL', 'FILMGATE_MOCK_URL'],
    ['FILMGATE_DATADIR', 'FILMGATE_DATA_DIR'],
    ['FILMGATE_LOGLEVEL', 'FILMGATE_LOG_LEVEL'],
    ['FILMGATE_ADMIN_PASWORD', 'FILMGATE_ADMIN_PASSWORD'],
    ['FILMGATE_host', 'FILMGATE_HOST'],
    ['FILMGATE_', 'FILMGATE_HOST'],
  ])('%s → %s', (mistyped, expected) => {
    expect(nearestName(mistyped, known)).toBe(expected);
  });

  it('is the name itself where it is known', () => {
    for (const name of known) expect(nearestName(name, known)).toBe(name);
  });
});
