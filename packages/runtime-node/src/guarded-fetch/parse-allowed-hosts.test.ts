import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { type AllowedHost, parseAllowedHosts } from './parse-allowed-hosts.ts';

const plain = { scheme: 'https', subdomains: false, port: 443, admitsPrivate: false } as const;

describe('an entry', () => {
  test.for([
    ['example.com', { ...plain, host: 'example.com' }],
    ['EXAMPLE.com', { ...plain, host: 'example.com' }],
    ['https://example.com', { ...plain, host: 'example.com' }],
    ['HTTPS://example.com', { ...plain, host: 'example.com' }],
    ['http://example.com', { ...plain, scheme: 'http', host: 'example.com', port: 80 }],
    ['example.com:8443', { ...plain, host: 'example.com', port: 8443 }],
    ['http://example.com:443', { ...plain, scheme: 'http', host: 'example.com', port: 443 }],
    ['*.example.com', { ...plain, host: 'example.com', subdomains: true }],
    [
      'http://*.example.com:8080',
      { ...plain, scheme: 'http', host: 'example.com', subdomains: true, port: 8080 },
    ],
    ['private:nas.local', { ...plain, host: 'nas.local', admitsPrivate: true }],
    [
      'private:http://10.0.0.5:9000',
      { scheme: 'http', host: '10.0.0.5', subdomains: false, port: 9000, admitsPrivate: true },
    ],
    ['private:[fd12::5]', { ...plain, host: 'fd12::5', admitsPrivate: true }],
    ['private:localhost', { ...plain, host: 'localhost', admitsPrivate: true }],
    ['bücher.example.com', { ...plain, host: 'xn--bcher-kva.example.com' }],
    ['8.8.8.8', { ...plain, host: '8.8.8.8' }],
    ['[2606:4700::1111]:8443', { ...plain, host: '2606:4700::1111', port: 8443 }],
  ] as const)('%s', ([entry, expected]) => {
    expect(parseAllowedHosts(entry)).toEqual({ kind: 'parsed', hosts: [expected] });
  });
});

describe('a list', () => {
  test('accepts blanks, trailing commas and repetitions', () => {
    const read = parseAllowedHosts(' a.example.com , , b.example.com,a.example.com,\n');
    expect(read.kind === 'parsed' ? read.hosts.map(({ host }) => host) : []).toEqual([
      'a.example.com',
      'b.example.com',
    ]);
  });

  test('may be empty, which allows nothing', () => {
    expect(parseAllowedHosts('')).toEqual({ kind: 'parsed', hosts: [] });
  });

  test('names every entry that is wrong, not only the first', () => {
    const read = parseAllowedHosts('good.example.com, *, 10.0.0.1');
    expect(read.kind === 'refused' ? read.problems.map(({ entry }) => entry) : []).toEqual([
      '*',
      '10.0.0.1',
    ]);
  });
});

describe('a refusal names the correction', () => {
  test.for([
    ['*', /\*\.example\.com/],
    ['*.com', /two labels/],
    ['a.*.example.com', /first label/],
    ['*example.com', /first label/],
    ['https://example.com/path', /only a host/],
    ['https://example.com/', /only a host/],
    ['example.com?x=1', /only a host/],
    ['user@example.com', /only a host/],
    ['example.com#x', /only a host/],
    ['example.com\\x', /only a host/],
    ['two words', /only a host/],
    ['ftp://example.com', /only https/],
    ['private:file://host', /only https/],
    ['example.com:0', /port 0/],
    ['example.com:99999', /not a valid/],
    ['example.com:x', /not a valid/],
    ['exa<mple.com', /not a valid/],
    ['[::1', /not a valid/],
    ['example.com.', /dot at the end/],
    ['10.0.0.5', /private:10\.0\.0\.5/],
    ['127.1', /private:127\.0\.0\.1/],
    ['[::1]', /private:::1/],
    ['[fd12::1]', /private:/],
    ['private:*.corp.example.com', /each on-premises host/],
    ['*.10.0.0.5', /allows no wildcard/],
    ['169.254.169.254', /never allowed/],
    ['private:169.254.169.254', /never allowed/],
    ['private:[fd00:ec2::254]', /never allowed/],
    ['private:metadata.google.internal', /metadata/],
    ['metadata', /metadata/],
    ['[::ffff:8.8.8.8]', /never allowed/],
    ['0.0.0.0', /never allowed/],
    ['private:', /only a host/],
    ['https://', /only a host/],
  ] as const)('%s', ([entry, message]) => {
    const read = parseAllowedHosts(entry);
    expect(read).toEqual({
      kind: 'refused',
      problems: [{ entry, message: expect.stringMatching(message) }],
    });
  });
});

describe('laws', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const entries = fc.record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc
      .tuple(label, label, fc.constantFrom('com', 'net', 'io'))
      .map((labels) => labels.join('.')),
    subdomains: fc.boolean(),
    port: fc.integer({ min: 1, max: 65_535 }),
  });

  law.prop([fc.array(entries, { maxLength: 8 })])('what is written is read', (written) => {
    const hosts: readonly AllowedHost[] = written.map((entry) => ({
      ...entry,
      scheme: entry.scheme === 'http' ? 'http' : 'https',
      admitsPrivate: false,
    }));
    const text = hosts.map(
      ({ scheme, host, subdomains, port }) =>
        `${scheme}://${subdomains ? '*.' : ''}${host}:${port}`,
    );
    const unique = [...new Map(hosts.map((host) => [JSON.stringify(host), host])).values()];
    expect(parseAllowedHosts(text.join(', '))).toEqual({ kind: 'parsed', hosts: unique });
  });

  law.prop([fc.string()])(
    'any text is read or refused, and only private: admits private addresses',
    (text) => {
      const read = parseAllowedHosts(text);
      const admits =
        read.kind === 'parsed' && read.hosts.some(({ admitsPrivate }) => admitsPrivate);
      expect(admits && !/private:/i.test(text)).toBe(false);
    },
  );
});
