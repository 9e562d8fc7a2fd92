import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { authorityOf, parseProxyUrl } from './http-proxy.ts';

const plain = { host: 'proxy.corp', port: 3128, authorization: null } as const;

describe('[providers.proxy.setting] the URL of a proxy', () => {
  test.for([
    ['http://proxy.corp:3128', plain],
    ['HTTP://Proxy.Corp:3128/', plain],
    ['http://proxy.corp', { ...plain, port: 80 }],
    ['http://[fd12::1]:3128', { ...plain, host: 'fd12::1' }],
    ['http://studio:word@proxy.corp:3128', { ...plain, authorization: 'Basic c3R1ZGlvOndvcmQ=' }],
    ['http://studio@proxy.corp:3128', { ...plain, authorization: 'Basic c3R1ZGlvOg==' }],
    ['http://s%40x:p%3A%25@proxy.corp:3128', { ...plain, authorization: 'Basic c0B4OnA6JQ==' }],
  ] as const)('%s', ([text, proxy]) => {
    expect(parseProxyUrl(text)).toEqual({ kind: 'parsed', proxy });
  });

  test.for([
    ['', /must be a URL/],
    ['proxy.corp', /must be a URL/],
    ['proxy.corp:3128', /must be a URL|begin with http:/],
    ['http://', /must be a URL/],
    ['http://proxy.corp:99999', /must be a URL/],
    ['https://studio:hunter2@proxy.corp:3128', /begin with http:/],
    ['socks5://studio:hunter2@proxy.corp:1080', /begin with http:/],
    ['http://studio:hunter2@proxy.corp:3128/path', /end after the port/],
    ['http://proxy.corp:3128?hunter2', /end after the port/],
    ['http://studio:hunter2%@proxy.corp:3128', /percent-encoded/],
  ] as const)('%s is refused without its password', ([text, rule]) => {
    const reading = parseProxyUrl(text);
    expect(reading).toEqual({ kind: 'refused', rule: expect.stringMatching(rule) });
    expect(JSON.stringify(reading)).not.toContain('hunter2');
  });

  law.prop([fc.string(), fc.string()])('sends the login as it was written', (user, password) => {
    fc.pre(user !== '' || password !== '');
    fc.pre(user.isWellFormed() && password.isWellFormed());
    const [name, word] = [encodeURIComponent(user), encodeURIComponent(password)];
    const reading = parseProxyUrl(`http://${name}:${word}@proxy.corp:3128`);
    const login = Buffer.from(`${user}:${password}`).toString('base64');
    expect(reading).toMatchObject({ proxy: { authorization: `Basic ${login}` } });
  });

  test('an IPv6 address is in brackets where a port follows', () => {
    expect(authorityOf({ host: 'fd12::1', port: 443 })).toBe('[fd12::1]:443');
    expect(authorityOf({ host: 'proxy.corp', port: 3128 })).toBe('proxy.corp:3128');
  });
});
