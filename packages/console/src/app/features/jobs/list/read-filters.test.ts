import { describe, expect, it } from 'vitest';
import { filtersIn, isFiltering, noFilters, readFilters } from './read-filters.ts';

const now = Date.parse('2026-05-04T12:00:42.000Z');

describe('[console.jobs-filters] filters of jobs', () => {
  it('are sent under the names of the API', () => {
    const address = { q: 'fox', state: 'queued,failed', model: ' vidA ', owner: 'admin', job: 'x' };
    expect(readFilters(address, now)).toEqual({
      text: 'fox',
      state: 'queued,failed',
      model: 'vidA',
      owner: 'admin',
      account: undefined,
      from: undefined,
      to: undefined,
    });
  });

  it.each([
    ['1h', '2026-05-04T11:00:00.000Z'],
    ['24h', '2026-05-03T12:00:00.000Z'],
    ['7d', '2026-04-27T12:00:00.000Z'],
  ])('count %s back from the minute', (time, from) => {
    expect(readFilters({ time }, now)).toMatchObject({ from, to: undefined });
    expect(readFilters({ time }, now + 15_000)).toMatchObject({ from });
  });

  it('take two local times, when they are such and are wanted', () => {
    const from = '2026-05-01T08:00';
    const until = '2026-05-02T08:00';
    expect(readFilters({ time: 'between', from, until }, now)).toMatchObject({
      from: new Date(from).toISOString(),
      to: new Date(until).toISOString(),
    });
    expect(readFilters({ from }, now)).toMatchObject({ from: new Date(from).toISOString() });
    expect(readFilters({ time: '1h', from, until }, now)).toMatchObject({ to: undefined });
  });

  it('are sent as they are where they cannot be read, for the API to refuse by name', () => {
    expect(readFilters({ from: 'yesterday' }, now)).toMatchObject({ from: 'yesterday' });
    expect(readFilters({ time: 'between', until: 'soon' }, now)).toMatchObject({ to: 'soon' });
    expect(readFilters({ time: '3d' }, now)).toMatchObject({ from: '3d', to: undefined });
    expect(readFilters({ state: 'nonsense' }, now)).toMatchObject({ state: 'nonsense' });
  });

  it('are the same as long as nobody changes them, whatever the time', () => {
    expect(filtersIn({ time: '1h', job: 'ui-1' })).toBe(filtersIn({ time: '1h', q: '' }));
    expect(filtersIn({ time: '1h' })).not.toBe(filtersIn({ time: '24h' }));
  });

  it('are there or not, whatever else the address has', () => {
    expect(isFiltering({ job: 'ui-1', q: '' })).toBe(false);
    expect(isFiltering({ time: '1h' })).toBe(true);
    expect(isFiltering(noFilters)).toBe(false);
  });
});
