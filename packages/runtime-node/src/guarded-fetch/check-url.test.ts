import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { type AllowedHosts, parseAllowedHosts } from './parse-allowed-hosts.ts';
import { checkUrl, LONGEST_URL } from './check-url.ts';

function list(text: string): AllowedHosts {
  const read = parseAllowedHosts(text);
  if (read.kind === 'refused') throw new Error(JSON.stringify(read.problems));
  return read.hosts;
}

function verdict(url: string, allowedHosts: AllowedHosts): string {
  const checked = checkUrl(url, allowedHosts);
  return checked.kind === 'target' ? 'target' : checked.reason;
}

const hosts = list(
  'img.example.com, *.cdn.example.com, http://plain.example.com:8080, private:nas.corp, 9.9.9.9',
);

describe('a list of hosts', () => {
  test.for([
    ['https://img.example.com/a.png', 'target'],
    ['https://img.example.com:443/a.png?x=1#y', 'target'],
    ['https://IMG.EXAMPLE.COM/', 'target'],
    ['https://img.example%2ecom/', 'target'],
    ['https://a.cdn.example.com/', 'target'],
    ['https://a.b.cdn.example.com/', 'target'],
    ['http://plain.example.com:8080/', 'target'],
    ['https://nas.corp/', 'target'],
    ['https://9.9.9.9/', 'target'],
    ['https://img.example.com\\@evil.com/', 'target'],
    ['https://cdn.example.com/', 'host-not-allowed'],
    ['https://evilcdn.example.com/', 'host-not-allowed'],
    ['https://img.example.com.evil.com/', 'host-not-allowed'],
    ['https://evil-img.example.com/', 'host-not-allowed'],
    ['https://img.example.com./', 'host-not-allowed'],
    ['https://img.example.com@evil.com/', 'credentials-in-url'],
    ['https://evil.com/#@img.example.com', 'host-not-allowed'],
    ['https://evil.com\\@img.example.com/', 'host-not-allowed'],
    ['http://img.example.com/', 'scheme-not-allowed'],
    ['https://plain.example.com:8080/', 'scheme-not-allowed'],
    ['https://img.example.com:8443/', 'port-not-allowed'],
    ['http://plain.example.com/', 'port-not-allowed'],
    ['https://8.8.8.8/', 'host-not-allowed'],
    ['https://metadata.google.internal/', 'host-not-allowed'],
    ['ftp://img.example.com/', 'scheme-not-allowed'],
    ['file:///etc/passwd', 'scheme-not-allowed'],
    ['data:image/png;base64,AAAA', 'scheme-not-allowed'],
    ['/a.png', 'url-invalid'],
    ['', 'url-invalid'],
  ] as const)('%s: %s', ([url, expected]) => {
    expect(verdict(url, hosts)).toBe(expected);
  });

  test('admits private addresses for the entry that says so, and for no other', () => {
    expect(checkUrl('https://nas.corp/', hosts)).toMatchObject({
      kind: 'target',
      admitsPrivate: true,
    });
    expect(checkUrl('https://img.example.com/', hosts)).toMatchObject({
      kind: 'target',
      admitsPrivate: false,
    });
  });

  test('a private address listed by mistake, without its prefix, stays refused', () => {
    const mistaken = [
      { scheme: 'https', host: '10.0.0.5', subdomains: false, port: 443, admitsPrivate: false },
    ] as const;
    expect(verdict('https://10.0.0.5/', mistaken)).toBe('address-not-allowed');
  });

  test('a wildcard over an address-like name reaches no address', () => {
    const odd = [
      { scheme: 'https', host: '8.8.8', subdomains: true, port: 443, admitsPrivate: false },
    ] as const;
    expect(verdict('https://8.8.8.8/', odd)).toBe('host-not-allowed');
  });

  test('an empty list allows nothing', () => {
    expect(verdict('https://img.example.com/', [])).toBe('host-not-allowed');
  });
});

describe('[results.permission] a refusal names the entry that would allow the URL', () => {
  test.for([
    ['https://cdn.example.com/v.mp4?sig=1', 'cdn.example.com'],
    ['https://cdn.example.com:8443/v.mp4', 'cdn.example.com:8443'],
    ['http://cdn.example.com/v.mp4', 'http://cdn.example.com'],
    ['http://img.example.com/v.mp4', 'http://img.example.com'],
    ['https://8.8.8.8/', '8.8.8.8'],
    ['http://minio:9000/films/1', 'private:http://minio:9000'],
    ['https://nas.local/', 'private:nas.local'],
    ['http://10.0.0.5/', 'private:http://10.0.0.5'],
    ['http://[fd00::5]:9000/', 'private:http://[fd00::5]:9000'],
    ['http://169.254.169.254/', undefined],
    ['https://metadata.google.internal/', undefined],
    ['ftp://cdn.example.com/', undefined],
    ['https://user@cdn.example.com/', undefined],
  ] as const)('%s: %s', ([url, entry]) => {
    const refused = checkUrl(url, hosts);
    expect(refused).toMatchObject({ kind: 'refused' });
    expect('admittedBy' in refused ? refused.admittedBy : undefined).toBe(entry);
    if (entry !== undefined) expect(verdict(url, list(entry))).toBe('target');
  });
});

describe('any public host', () => {
  test.for([
    ['https://example.com/', 'target'],
    ['https://8.8.8.8/', 'target'],
    ['https://[2606:4700::1111]/', 'target'],
    ['https://134744072/', 'target'],
    ['http://example.com/', 'scheme-not-allowed'],
    ['https://example.com:8443/', 'port-not-allowed'],
    ['https://localhost/', 'host-not-allowed'],
    ['https://intranet/', 'host-not-allowed'],
    ['https://nas.local/', 'host-not-allowed'],
    ['https://db.internal/', 'host-not-allowed'],
    ['https://x.home.arpa/', 'host-not-allowed'],
    ['https://127.0.0.1/', 'address-not-allowed'],
    ['https://[::1]/', 'address-not-allowed'],
  ] as const)('%s: %s', ([url, expected]) => {
    expect(verdict(url, 'any-public')).toBe(expected);
  });

  const octet = fc.integer({ min: 0, max: 255 });
  law.prop([octet, octet, octet, octet])(
    'checks every spelling of an IPv4 address alike',
    (a, b, c, d) => {
      const plain = `${a}.${b}.${c}.${d}`;
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const spellings = [
        `${number}`,
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
        [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
        `${a}.${b}.${c * 256 + d}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        [...plain]
          .map((character) =>
            character === '.' ? '\u3002' : String.fromCodePoint(character.charCodeAt(0) + 0xfee0),
          )
          .join(''),
        `%${plain.charCodeAt(0).toString(16)}${plain.slice(1)}`,
      ];
      const expected = verdict(`https://${plain}/`, 'any-public');
      for (const spelling of spellings) {
        expect({ spelling, verdict: verdict(`https://${spelling}/`, 'any-public') }).toEqual({
          spelling,
          verdict: expected,
        });
      }
    },
  );
});

describe('whatever is asked', () => {
  test('a URL full of URL is refused at once', () => {
    const long = `https://img.example.com/${'a'.repeat(10 * 1024 * 1024)}`;
    const started = performance.now();
    expect(verdict(long, hosts)).toBe('url-too-long');
    expect(performance.now() - started).toBeLessThan(50);
    expect(verdict(`https://img.example.com/${'a'.repeat(LONGEST_URL - 24)}`, hosts)).toBe(
      'target',
    );
  });

  test('a host name longer than names can be is refused without being repeated', () => {
    const checked = checkUrl(`https://${'a.'.repeat(200)}com/`, 'any-public');
    expect(checked).toMatchObject({ kind: 'refused', reason: 'url-invalid' });
    expect(JSON.stringify(checked)).not.toContain('a.a.a');
  });

  law.prop([fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true }))], {
    numRuns: 1000,
  })('a target is https on 443 unless listed otherwise, without credentials', (url) => {
    const checked = checkUrl(url, 'any-public');
    if (checked.kind === 'refused') return;
    expect([
      checked.url.protocol,
      checked.url.port,
      checked.url.username,
      checked.url.password,
    ]).toEqual(['https:', '', '', '']);
    expect(checked.admitsPrivate).toBe(false);
  });
});
