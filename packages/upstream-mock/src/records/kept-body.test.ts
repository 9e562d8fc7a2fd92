import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptBody } from './kept-body.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const secret = fc.stringMatching(/^sk-[A-Za-z0-9]{8,40}$/);

describe('a kept body', () => {
  it('[mock.journal-secrets] never contains a credential of its request, wherever it is, also at the cut', () => {
    const where = fc.integer({ min: 0, max: 70_000 });
    fc.assert(
      fc.property(
        secret,
        where,
        fc.constantFrom('application/json', 'text/html', ''),
        (key, at, type) => {
          const kept = keptBody(bytes(`${'x'.repeat(at)}${key} y ${key}`), type, [key]) ?? '';
          expect(kept).not.toContain(key.slice(0, 11));
          expect(kept.length).toBeLessThan(64 * 1024 + 30);
        },
      ),
      { examples: [['sk-abcdefghijkl', 65_530, '']] },
    );
  });

  it('[mock.journal-secrets] never has the value of a member or field that is a key', () => {
    const name = fc.constantFrom(
      'api_key',
      'token',
      'secret',
      'Authorization',
      'access-token',
      'key',
    );
    fc.assert(
      fc.property(secret, name, (key, member) => {
        const json = JSON.stringify({ prompt: 'a kite', [member]: key, nested: { [member]: key } });
        const kept = keptBody(bytes(json), 'application/json', []);
        expect(JSON.parse(kept ?? '')).toEqual({
          prompt: 'a kite',
          [member]: '***',
          nested: { [member]: '***' },
        });
        const form = keptBody(bytes(`a=1&${member}=${key}&b=2`), 'x/x-www-form-urlencoded', []);
        expect(form).toBe(`a=1&${member}=***&b=2`);
      }),
    );
  });

  it('[mock.journal.bodies] is the text, of a file its type and size, of a form its fields as JSON', () => {
    expect(keptBody(bytes('{"prompt":"ü"}'), 'application/json', [])).toBe('{"prompt":"ü"}');
    expect(keptBody(bytes(''), 'application/json', [])).toBeNull();
    expect(keptBody(bytes('\0\0\0'), 'video/mp4', [])).toBe('video/mp4, 3 bytes');
    expect(keptBody(bytes('x'.repeat(70_000)), 'text/plain', [])).toBe(
      `${'x'.repeat(65_536)}… (70000 bytes)`,
    );
    const form = [
      '--b',
      'content-disposition: form-data; name="prompt"',
      '',
      'a kite',
      '--b',
      'content-disposition: form-data; name="input_reference"; filename="a.png"',
      'content-type: image/png',
      '',
      'PNG',
      '--b--',
      '',
    ].join('\r\n');
    expect(keptBody(bytes(form), 'multipart/form-data; boundary=b', [])).toBe(
      '{"prompt":"a kite","input_reference":"image/png, 3 bytes"}',
    );
  });
});
