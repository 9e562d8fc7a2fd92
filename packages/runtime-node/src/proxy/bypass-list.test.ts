import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { createBypassList } from './bypass-list.ts';

describe('[providers.proxy.bypass] NO_PROXY', () => {
  test.for([
    ['*', 'api.example.com', true],
    ['*:443', 'api.example.com', true],
    ['*:8443', 'api.example.com', false],
    ['example.com', 'example.com', true],
    ['EXAMPLE.com', 'Example.Com', true],
    ['example.com', 'example.com.', true],
    ['example.com', 'api.example.com', true],
    ['example.com', 'notexample.com', false],
    ['example.com', 'example.com.evil.net', false],
    ['.example.com', 'api.example.com', true],
    ['.example.com', 'example.com', false],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['api.example.com:443', 'api.example.com', true],
    ['api.example.com:8443', 'api.example.com', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.30', false],
    ['10.1.2.3:443', '10.1.2.3', true],
    ['10.0.0.0/8', '10.9.8.7', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', 'fd00::1', false],
    ['10.0.0.0/8', 'ten.example.com', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd12::1', 'fd12:0::1', true],
    ['[fd12::1]', 'fd12::1', true],
    ['[fd12::1]:443', 'fd12::1', true],
    ['[fd12::1]:80', 'fd12::1', false],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['', 'example.com', false],
    ['.', 'example.com', false],
    ['http://example.com', 'example.com', false],
    ['10.0.0.0/99', '10.0.0.1', false],
    ['10/8', '10.0.0.1', false],
    ['0/0', '10.0.0.1', false],
    ['example.com.', 'api.example.com', true],
  ] as const)('%s for %s: %s', ([entry, host, isBypassed]) => {
    expect(createBypassList([entry])(host, 443)).toBe(isBypassed);
  });

  test.for(['localhost', 'api.localhost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    '%s is never behind the proxy',
    (host) => {
      expect(createBypassList([])(host, 443)).toBe(true);
    },
  );

  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/);
  const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
  const port = fc.integer({ min: 1, max: 65_535 });

  law.prop([fc.array(fc.string()), fc.array(fc.string()), name, port])(
    'an entry more never brings a host behind the proxy, whatever the texts',
    (some, more, host, at) => {
      const isBypassed = createBypassList(some)(host, at);
      expect(createBypassList([...some, ...more])(host, at)).toBe(
        isBypassed || createBypassList(more)(host, at),
      );
    },
  );

  law.prop([name, label, port, port])(
    'a name covers itself and those below',
    (host, below, at, other) => {
      expect(createBypassList([host])(`${below}.${host}`, at)).toBe(true);
      expect(createBypassList([`${host}:${at}`])(host, other)).toBe(at === other);
      expect(createBypassList([`.${host}`])(host, at)).toBe(false);
    },
  );
});
