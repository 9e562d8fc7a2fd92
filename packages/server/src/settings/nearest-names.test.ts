import { describe, expect, it } from 'vitest';
import { nearestNames, withNearest } from './nearest-names.ts';
import { settingsSchema } from './settings-schema.ts';

const known = Object.keys(settingsSchema.shape);
const endpoints = ['ark-cn', 'ark-intl', 'kling-cn', 'kling-global'];

describe('[settings.nearest] the nearest names', () => {
  it.each([
    ['FILMGATE_TASK_PORT', 'FILMGATE_TASKS_PORT'],
    ['FILMGATE_PORT_LOCAL', 'FILMGATE_LOCAL_PORT'],
    ['FILMGATE_MOCKURL', 'FILMGATE_MOCK_URL'],
    ['FILMGATE_DATADIR', 'FILMGATE_DATA_DIR'],
    ['FILMGATE_LOGLEVEL', 'FILMGATE_LOG_LEVEL'],
    ['FILMGATE_ADMIN_PASWORD', 'FILMGATE_ADMIN_PASSWORD'],
    ['FILMGATE_host', 'FILMGATE_HOST'],
    ['FILMGATE_HOST_FILE', 'FILMGATE_HOST'],
    ['filmgate-log-level', 'FILMGATE_LOG_LEVEL'],
  ])('to %s: %s', (mistyped, expected) => {
    expect(nearestNames(mistyped, known)).toEqual([expected]);
  });

  it.each([
    ['FILMGATE_PORT', ['FILMGATE_LOCAL_PORT', 'FILMGATE_TASKS_PORT'], known],
    ['KLING', ['kling-cn', 'kling-global'], endpoints],
    ['KLING_GLOBL', ['kling-global'], endpoints],
    ['ark', ['ark-cn', 'ark-intl'], endpoints],
  ])('to %s, which lacks a word: %j', (mistyped, expected, names) => {
    expect(nearestNames(mistyped, names).toSorted()).toEqual(expected);
  });

  it.each([
    ['FAL', endpoints],
    ['REPLICATE', endpoints],
    ['FILMGATE_', known],
    ['FILMGATE_XYZ', known],
    ['', known],
  ])('to %j: none, since every name is far away', (mistyped, names) => {
    expect(nearestNames(mistyped, names)).toEqual([]);
    expect(withNearest('It is none', mistyped, names)).toBe('It is none');
  });

  it('are the name itself where it is known', () => {
    for (const name of known) expect(nearestNames(name, known)).toEqual([name]);
  });

  it('follow a sentence', () => {
    expect(withNearest('no', 'klin-cn', endpoints)).toBe('no; the nearest is kling-cn');
    expect(withNearest('no', 'kling', endpoints)).toBe(
      'no; the nearest are kling-cn and kling-global',
    );
    expect(withNearest('no', 7, endpoints)).toBe('no');
  });
});
