import { describe, expect, it } from 'vitest';
import { filterOf, filterParameters, isFiltering, noFilter } from './request-filter.ts';

describe('the filters in the address', () => {
  it('are those the server takes', () => {
    const all = {
      path: '/v1/videos*',
      status: '499',
      caller: 'us_1',
      model: 'm',
      job: 'vt_1',
      q: ' boat ',
    };
    expect(filterOf({ ...all, range: '1h', call: 'x' })).toEqual({ ...all, q: 'boat' });
    expect(filterOf({ status: 'bad', path: ' ', q: 'x'.repeat(300) })).toEqual({
      ...noFilter,
      q: 'x'.repeat(200),
    });
  });

  it('are sent under the names of the API', () => {
    expect(filterParameters({ job: 'vt_1', q: 'boat', path: '/v1' })).toEqual({
      job_id: 'vt_1',
      text: 'boat',
      path: '/v1',
    });
  });

  it('say whether there are any', () => {
    expect(isFiltering(filterOf({ range: '1h' }))).toBe(false);
    expect(isFiltering(filterOf({ job: 'vt_1' }))).toBe(true);
  });
});
