import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpace } from './find-space.ts';
import { isSpaceName, spacePath } from './space-name.ts';

function find(url: string, headers: Readonly<Record<string, string>> = {}) {
  return findSpace({ url, header: (name) => headers[name] });
}

describe('the space of a request', () => {
  it('[mock.spaces.named] is the one its path names, and else the default one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/), (name) => {
        const found = { kind: 'found', isControl: false, path: '/v1/account?a=b' };
        expect(find(`/s/${name}/v1/account?a=b`)).toMatchObject({ ...found, name, inPath: true });
        const others = { 'x-mock-space': name, authorization: `Bearer key+${name}` };
        expect(find('/v1/account?a=b', others)).toMatchObject({ ...found, name: 'default' });
      }),
    );
  });

  it.each([
    ['/s/one', '/'],
    ['/s/one/', '/'],
    ['/s/one?a=b', '/?a=b'],
    ['/s/one//other', '//other'],
    ['/s/one/s/two', '/s/two'],
    ['/s/default/v1/account', '/v1/account'],
    ['/sone/v1', '/sone/v1'],
    ['/v1/s/one', '/v1/s/one'],
  ])('[mock.spaces.named] leaves of %s the path %s', (url, path) => {
    expect(find(url)).toMatchObject({ kind: 'found', path, isControl: false });
  });

  it.each([
    ['/_mock/ledger?id=1', 'default', '/_mock/ledger?id=1'],
    ['/_mock/s/one/ledger?id=1', 'one', '/_mock/ledger?id=1'],
    ['/_mock/s/one', 'one', '/_mock/'],
  ])('[mock.spaces.control] %s is a control call to %s', (url, name, path) => {
    expect(find(url)).toMatchObject({ kind: 'found', name, path, isControl: true });
  });

  it('[mock.spaces.control] a path below /s is no control call', () => {
    expect(find('/s/one/_mock/ledger')).toMatchObject({ isControl: false });
  });

  it.each(['', '.', '..', '-a', 'a b', 'a%20b', 'ä', 'a,b', 'a'.repeat(65)])(
    '[mock.spaces.named] is never called %j',
    (name) => {
      expect(isSpaceName(name)).toBe(false);
      expect(find(`/s/${name}/v1/account`).kind).toBe('refused');
    },
  );
});

it('[mock.spaces.default] the default space has the paths there were before there were spaces', () => {
  expect([spacePath('default'), spacePath('one')]).toEqual(['', '/s/one']);
});
