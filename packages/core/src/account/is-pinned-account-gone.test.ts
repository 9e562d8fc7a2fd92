import { describe, expect, it } from 'vitest';
import { sampleLoad } from '../../test/sample-load.ts';
import { isPinnedAccountGone } from './is-pinned-account-gone.ts';

const pinned = { pinnedAccountId: 'a' };

describe('isPinnedAccountGone', () => {
  it.each([
    ['asks for none', {}, [], false],
    ['asks for one that is there', pinned, [sampleLoad({ id: 'b' }), sampleLoad()], false],
    ['asks for one that is switched off', pinned, [sampleLoad({ enabled: false })], false],
    [
      'asks for one whose login is lost',
      pinned,
      [sampleLoad({ condition: 'login_required' })],
      false,
    ],
    ['asks for one that is leaving', pinned, [sampleLoad({ draining: true })], true],
    ['asks for one that has left', pinned, [sampleLoad({ id: 'b' })], true],
    ['asks for one of an empty pool', pinned, [], true],
  ])('of a request that %s', (_case, request, loads, isGone) => {
    expect(isPinnedAccountGone(request, loads)).toBe(isGone);
  });
});
