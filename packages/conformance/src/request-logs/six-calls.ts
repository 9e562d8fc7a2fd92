import type { RequestLogQuery, StorageBundle } from '@filmgate/core';
import { newCall } from './calls.ts';

/** When the first of them began. */
export const start = 1_750_000_000_000;

/** Six calls, one ms after another, that differ in everything one can ask for. */
const six = [
  newCall('a', { path: '/v1/videos', method: 'POST', status: 202, model: 'm1', jobId: 'vt_1' }),
  newCall('b', { path: '/v1/videos/vt_1', jobId: 'vt_1' }),
  newCall('c', { path: '/v1/videos', caller: null, status: 401, errorCode: 'api_key_invalid' }),
  newCall('d', { path: '/v1/models', caller: 'user:us_2' }),
  newCall('e', { path: '/v1/videos', method: 'POST', status: 400, model: 'm2', caller: 'native' }),
  newCall('f', { path: '/v1/videos/vt_2', status: 404, caller: 'user:us_2', jobId: 'vt_2' }),
].map((call, index) => ({ ...call, at: start + index }));

/** Who is found by which filters, newest first. */
export const answers: readonly (readonly [wish: Partial<RequestLogQuery>, ids: string])[] = [
  [{ path: '/v1/videos' }, 'eca'],
  [{ path: '/v1/videos/*' }, 'fb'],
  [{ path: '/v1/videos*' }, 'fecba'],
  [{ path: '/v1/video' }, ''],
  [{ status: 200 }, 'db'],
  [{ status: 401 }, 'c'],
  [{ status: 500 }, ''],
  [{ caller: 'user:us_1' }, 'ba'],
  [{ caller: 'native' }, 'e'],
  [{ model: 'm2' }, 'e'],
  [{ jobId: 'vt_1' }, 'ba'],
  [{ from: start + 2 }, 'fedc'],
  [{ until: start + 2 }, 'ba'],
  [{ from: start + 1, until: start + 3 }, 'cb'],
  [{ path: '/v1/videos', status: 400 }, 'e'],
  [{ path: '/v1/videos', status: 202, caller: 'user:us_1', model: 'm1', jobId: 'vt_1' }, 'a'],
  [{ jobId: 'vt_1', status: 200 }, 'b'],
  [{ caller: 'user:us_2', status: 404, path: '/v1/*' }, 'f'],
  [{ caller: 'user:us_2', model: 'm1' }, ''],
  [{ path: '/v1/videos', text: 'KEY' }, 'c'],
];

/** Writes them. */
export function seed({ requestLogs }: StorageBundle): void {
  // Calls end in another order than they begin.
  requestLogs.append(six.slice(3));
  requestLogs.append(six.slice(0, 3).toReversed());
}
