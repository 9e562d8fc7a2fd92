import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSpace } from './find-space.ts';
import { isSpaceName, spacePath } from './space-name.ts';

function find(url: string, headers: Readonly<Record<string, string>> = {}) {
  return findSpace({ url, header: (name) => headers[name] });
}

const names = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const keys = fc.stringMatching(/^[A-Za-z0-9+/=_.-]{1,20}$/);
const ways = fc.subarray(['path', 'header', 'key'] as const);

describe('the space of a request', () => {
  it('[mock.spaces.named] is the one its path, its header and its key name, and else the default one', () => {
    fc.assert(
      fc.property(names, keys, ways, (name, key, given) => {
        const authorization = `Bearer ${key}=${given.includes('key') ? `+${name}` : ''}`;
        const headers = {
          authorization,
          ...(given.includes('header') && { 'x-mock-space': name }),
        };
        const url = `${given.includes('path') ? `/s/${name}` : ''}/v1/account?a=b`;
        const found = find(url, headers);
        expect(found).toMatchObject({
          kind: 'found',
          name: given.length === 0 ? 'default' : name,
          isControl: false,
          path: '/v1/account?a=b',
        });
        expect(found.kind === 'found' && found.header('authorization')).toBe(`Bearer ${key}=`);
      }),
    );
  });

  it('[mock.spaces.named] is refused where two of them differ, without a word of the key', () => {
    const pairs = fc.constantFrom(['path', 'header'], ['path', 'key'], ['header', 'key']);
    fc.assert(
      fc.property(fc.uniqueArray(names, { minLength: 2, maxLength: 2 }), pairs, (two, pair) => {
        const nameIn = (way: string) => two[pair.findIndex((one) => one === way)];
        const [path, header, key] = [nameIn('path'), nameIn('header'), nameIn('key')];
        const found = find(`${path === undefined ? '' : `/s/${path}`}/v1/account`, {
          ...(header !== undefined && { 'x-mock-space': header }),
          ...(key !== undefined && { authorization: `Bearer secret+${key}` }),
        });
        expect(found.kind).toBe('refused');
        if (key !== undefined && found.kind === 'refused')
          expect(found.message).not.toContain('secret');
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
    expect(find(url, { authorization: 'Bearer key+two' })).toMatchObject({ name });
    expect(find('/_mock/ledger', { 'x-mock-space': 'one' })).toMatchObject({ name: 'one' });
  });

  it('[mock.spaces.control] a path below /s is no control call', () => {
    expect(find('/s/one/_mock/ledger')).toMatchObject({ isControl: false });
  });

  it.each(['', '.', '..', '-a', 'a b', 'a%20b', 'ä', 'a,b', 'a'.repeat(65)])(
    '[mock.spaces.named] is never called %j',
    (name) => {
      expect(isSpaceName(name)).toBe(false);
      expect(find(`/s/${name}/v1/account`).kind).toBe('refused');
      expect(find('/v1/account', { 'x-mock-space': name }).kind).toBe('refused');
      const key = `Bearer key+${name}`;
      const found = find('/v1/account', { authorization: key });
      expect(found.kind === 'found' && [found.name, found.header('authorization')]).toEqual([
        'default',
        key,
      ]);
    },
  );

  it.each([
    ['authorization', 'Bearer a+b/c+one', 'Bearer a+b/c'],
    ['authorization', 'Key id:secret+one', 'Key id:secret'],
    ['authorization', 'Token r8_1+one', 'Token r8_1'],
    ['x-goog-api-key', 'AIza+one', 'AIza'],
  ])('[mock.spaces.named] is taken from %s: %s', (name, value, key) => {
    const found = find('/v1/account', { [name]: value });
    expect(found.kind === 'found' && [found.name, found.header(name)]).toEqual(['one', key]);
  });

  it('[mock.spaces.named] is no part of a credential of another kind', () => {
    expect(find('/v1', { authorization: 'Basic YTpi+one' })).toMatchObject({ name: 'default' });
  });

  it('[mock.spaces.named] is refused where two keys name two', () => {
    const headers = { authorization: 'Bearer a+one', 'x-goog-api-key': 'b+two' };
    expect(find('/v1/account', headers).kind).toBe('refused');
  });
});

it('[mock.spaces.default] the default space has the paths there were before there were spaces', () => {
  expect([spacePath('default'), spacePath('one')]).toEqual(['', '/s/one']);
});
