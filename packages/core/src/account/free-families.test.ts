import { describe, expect, it } from 'vitest';
import { sampleBook } from '../../test/sample-book.ts';
import { sampleLoad } from '../../test/sample-load.ts';
import { freeFamilies } from './free-families.ts';

const now = 1_000;

describe('the families some account could start a job of', () => {
  it('are those of every account that is open, each once', () => {
    const loads = [
      sampleLoad({ id: 'a', families: ['vidA', 'vidB'] }),
      sampleLoad({ id: 'b', families: ['vidB', 'vidC'] }),
    ];
    expect(freeFamilies(loads, sampleBook, now)).toEqual(['vidA', 'vidB', 'vidC']);
    expect(freeFamilies([], sampleBook, now)).toEqual([]);
  });

  it('are all when one account serves all', () => {
    const loads = [sampleLoad({ families: ['vidA'] }), sampleLoad({ id: 'b', families: ['*'] })];
    expect(freeFamilies(loads, sampleBook, now)).toEqual(['*']);
  });

  it.each([
    ['disabled', { enabled: false }, {}, false],
    ['leaving', { draining: true }, {}, false],
    ['full', { concurrency: 2 }, { busy: 2 }, false],
    ['nearly full', { concurrency: 2 }, { busy: 1 }, true],
    ['behind an open circuit', {}, { providerOpenUntil: now + 1 }, false],
    ['behind a circuit that closes now', {}, { providerOpenUntil: now }, true],
    ['cooling', { condition: 'cooling', coolingUntil: now + 1 }, {}, false],
    ['cool now', { condition: 'cooling', coolingUntil: now }, {}, true],
    ['cooling from nothing', { condition: 'cooling', coolingUntil: null }, {}, true],
    ['exhausted', { condition: 'exhausted' }, {}, false],
    ['untested', { awaitsTest: true }, {}, false],
    ['logged out', { condition: 'login_required', coolingUntil: 0 }, {}, false],
    ['ready, and was cooling once', { condition: 'ready', coolingUntil: now + 1 }, {}, true],
  ] as const)('are not those of an account that is not open: %s', (_case, account, load, open) => {
    const loads = [sampleLoad({ families: ['vidA'], ...account }, load)];
    expect(freeFamilies(loads, sampleBook, now)).toEqual(open ? ['vidA'] : []);
  });

  it('are those whose model has room by what the account learned', () => {
    const away = { kind: 'away', family: 'vidA', model: 'vidA', at: now, until: now + 1 } as const;
    const cap = { kind: 'cap', model: 'vidB', at: now, cap: 1, restsUntil: null } as const;
    const learned = [{ ...away, streak: 0 }, cap];
    const load = (busyByModel: { readonly [model: string]: number }) =>
      sampleLoad({ families: ['vidA', 'vidB', 'vidC'], learned }, { busyByModel });
    expect(freeFamilies([load({})], sampleBook, now)).toEqual(['vidB', 'vidC']);
    expect(freeFamilies([load({ vidB: 1 })], sampleBook, now)).toEqual(['vidC']);
    expect(freeFamilies([load({ vidB: 1 })], sampleBook, now + 1)).toEqual(['vidA', 'vidC']);
  });
});
