import { defaultCatalog } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { syncWaitMs } from './local-listener.ts';

const options = { catalog: () => defaultCatalog };
const local = defaultCatalog.families.filter(({ surfaces }) => surfaces.includes('local'));

describe('the bound of a wait', () => {
  it.each(local.map(({ id }) => id))('[local.wait.bound] of %s is its family’s', (family) => {
    const expected = family === 'vidC-25' ? 1_800_000 : 900_000;
    expect(syncWaitMs({ FILMGATE_SYNC_WAIT_SECONDS: undefined }, options, family)).toBe(expected);
  });

  it('[local.wait.bound-setting] is the operator’s if set', () => {
    expect(syncWaitMs({ FILMGATE_SYNC_WAIT_SECONDS: 60 }, options, 'vidC-25')).toBe(60_000);
    expect(syncWaitMs({ FILMGATE_SYNC_WAIT_SECONDS: 60 }, options, 'vidA')).toBe(60_000);
  });

  it('[local.wait.retry-survives-catalog] of a family that the catalog offers no more is the longest there is', () => {
    const stated = { FILMGATE_SYNC_WAIT_SECONDS: undefined };
    expect(syncWaitMs(stated, options, 'vidZ')).toBe(1_800_000);
    expect(syncWaitMs({ FILMGATE_SYNC_WAIT_SECONDS: 60 }, options, 'vidZ')).toBe(60_000);
  });
});
