import { describe, expect, it } from 'vitest';
import { allJobsQuery } from '../all-jobs-query.ts';
import {
  refuseList,
  refuseLookUp,
  refuseResolution,
  refuseUpload,
  refuseWait,
} from './other-inputs.ts';

const list = { ...allJobsQuery, owner: 'user:a', limit: 10 };
const resolution = { id: 'vt_1', outcome: 'charged', actor: 'admin', note: '' };
const { signal } = new AbortController();
const named = { upstreamId: 'film-7', accountId: null, signal };
const finding = { ...resolution, ...named, outcome: 'found' };
const lookUp = { id: 'vt_1', ...named };
const wait = { owner: 'user:a', surface: 'tasks', id: 'vt_1', timeoutMs: 1_000, signal };
const upload = {
  owner: 'native',
  source: [],
  announcedBytes: null,
  declaredContentType: 'image/png',
  fileName: 'boat.png',
};

/** Acts of untyped callers. */
type Any = Parameters<typeof refuseList>[0] &
  Parameters<typeof refuseResolution>[0] &
  Parameters<typeof refuseLookUp>[0] &
  Parameters<typeof refuseWait>[0] &
  Parameters<typeof refuseUpload>[0];
const as = (value: object) => value as Any;

const checks = [
  ['list', list, refuseList],
  ['rule', resolution, refuseResolution],
  ['find', finding, refuseResolution],
  ['lookUpWork', lookUp, refuseLookUp],
  ['awaitEnd', wait, refuseWait],
  ['storeAsset', upload, refuseUpload],
] as const;

describe('what is said to the other use-cases', () => {
  it.each(checks)('of %s is accepted where it is valid', (_, input, check) => {
    expect(check(as(input))).toBeUndefined();
  });

  it.each<[object, (input: Any) => unknown, object, string]>([
    [list, refuseList, { limit: Number.POSITIVE_INFINITY }, 'limit'],
    [list, refuseList, { limit: -1 }, 'limit'],
    [list, refuseList, { limit: 1.5 }, 'limit'],
    [list, refuseList, { states: ['dreaming'] }, 'states[0]'],
    [list, refuseList, { createdFrom: Number.NaN }, 'createdFrom'],
    [list, refuseList, { order: 'random' }, 'order'],
    [list, refuseList, { search: {} }, 'search'],
    // Anything but `charged` would release credits.
    [resolution, refuseResolution, { outcome: 'Charged' }, 'outcome'],
    [resolution, refuseResolution, { note: 'x'.repeat(8_193) }, 'note'],
    [resolution, refuseResolution, { actor: '' }, 'actor'],
    [resolution, refuseResolution, { outcome: undefined }, 'outcome'],
    [finding, refuseResolution, { upstreamId: '' }, 'upstreamId'],
    [finding, refuseResolution, { upstreamId: 'x'.repeat(501) }, 'upstreamId'],
    [finding, refuseResolution, { accountId: 7 }, 'accountId'],
    [finding, refuseResolution, { note: 7 }, 'note'],
    [finding, refuseResolution, { signal: undefined }, 'signal'],
    [lookUp, refuseLookUp, { upstreamId: 'a\u0000b' }, 'upstreamId'],
    [lookUp, refuseLookUp, { signal: null }, 'signal'],
    [wait, refuseWait, { timeoutMs: Number.NaN }, 'timeoutMs'],
    [wait, refuseWait, { timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [wait, refuseWait, { timeoutMs: -1 }, 'timeoutMs'],
    [wait, refuseWait, { id: 7 }, 'id'],
    [wait, refuseWait, { signal: undefined }, 'signal'],
    [upload, refuseUpload, { owner: '' }, 'owner'],
    [upload, refuseUpload, { fileName: 'a\u0000b' }, 'fileName'],
    [upload, refuseUpload, { fileName: '\ud83c' }, 'fileName'],
    [upload, refuseUpload, { announcedBytes: '7' }, 'announcedBytes'],
  ])('%# is refused with the field', (input, check, change, param) => {
    expect(check(as({ ...input, ...change }))).toMatchObject({ kind: 'invalid-request', param });
  });
});
