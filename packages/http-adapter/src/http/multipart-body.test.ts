import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { decodeMultipart } from './multipart-body.ts';
import { RefusedBody } from './refused-request.ts';

const part = (boundary: string, head: string, body: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
const form = (...parts: readonly string[]): string => `${parts.join('')}--X--\r\n`;
const decode = async (
  body: string | Buffer,
  type = 'multipart/form-data; boundary=X',
): Promise<{ readonly [name: string]: unknown }> =>
  (await decodeMultipart(Buffer.from(body), type)).fields;

describe('decodeMultipart', () => {
  it.each(['X', '----WebKitFormBoundaryabc', 'a'.repeat(70), "'()+_,-./:=?"])(
    'reads a form with boundary %s',
    async (boundary) => {
      const body = `${part(boundary, 'name="prompt"', 'ein Bär')}--${boundary}--\r\n`;
      expect(await decode(body, `multipart/form-data; boundary=${boundary}`)).toEqual({
        prompt: 'ein Bär',
      });
    },
  );

  it.each([
    [
      'a quoted boundary',
      'multipart/form-data; boundary="a b"; charset=utf-8',
      part('a b', 'name="x"', '1').concat('--a b--'),
    ],
    ['a preamble and an epilogue', undefined, `hello\r\n${form(part('X', 'name="x"', '1'))}bye`],
    ['a name without quotes', undefined, form(part('X', 'name=x', '1'))],
    [
      'other headers',
      undefined,
      form(part('X', 'name="x"\r\nContent-Type: text/plain; charset=utf-8', '1')),
    ],
    [
      'names in any case',
      undefined,
      form(part('X', 'NAME="x"', '1').replace('Content-Disposition', 'CONTENT-disposition')),
    ],
    [
      'no line break after the last boundary',
      undefined,
      form(part('X', 'name="x"', '1')).trimEnd(),
    ],
  ])('reads %s', async (_name, type, body) => {
    expect(await decode(body, type)).toEqual({ x: '1' });
  });

  it('keeps lines that are merely like a boundary', async () => {
    const text = 'a\r\n-X\r\n-- X\n--X--b';
    expect(await decode(form(part('X', 'name="x"', text)))).toEqual({ x: 'a\n-X\n-- X\n--X--b' });
  });

  it.each([
    ['name="a%22b"', 'a"b'],
    [String.raw`name="a\"b"`, 'a"b'],
    ['name="a; filename=b"', 'a; filename=b'],
  ])('reads the name in %s', async (head, name) => {
    expect(Object.keys(await decode(form(part('X', head, '1'))))).toEqual([name]);
  });

  it.each(['filename="a.txt"', 'filename=""', "filename*=utf-8''a.txt"])(
    'keeps a part with %s as bytes',
    async (fileName) => {
      const bytes = Buffer.from([0, 255, 13, 10, 13, 10, 45, 45]);
      const body = Buffer.concat([
        Buffer.from(`--X\r\nContent-Disposition: form-data; name="f"; ${fileName}\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--X--\r\n'),
      ]);
      const fields = await decode(body);
      expect(fields['f']).toEqual(bytes);
    },
  );

  it.each([
    ['no boundary', 'multipart/form-data', ''],
    ['an empty boundary', 'multipart/form-data; boundary=', ''],
    ['a boundary that is too long', `multipart/form-data; boundary=${'a'.repeat(71)}`, ''],
    // RFC 2046 §5.1.1: a line that begins with the boundary is a delimiter, and no part may contain one.
    ['a line that begins with the boundary', undefined, form(part('X', 'name="a"', '1\r\n--Xtra'))],
    [
      'a field name of 257 characters',
      undefined,
      form(part('X', `name="${'a'.repeat(257)}"`, '1')),
    ],
    ['no body', undefined, ''],
    ['no parts at all', undefined, 'hello'],
    ['no closing boundary', undefined, part('X', 'name="a"', '1')],
    ['another boundary', undefined, `${part('Y', 'name="a"', '1')}--Y--`],
    ['a part without a name', undefined, form(part('X', 'filename="a"', '1'))],
    ['a part with an empty name', undefined, form(part('X', 'name=""', '1'))],
    ['a part without headers', undefined, form('--X\r\n\r\n1\r\n')],
    [
      'a part that is no form-data',
      undefined,
      form('--X\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n'),
    ],
    [
      'headers that do not end',
      undefined,
      form('--X\r\nContent-Disposition: form-data; name="a"\r\n'),
    ],
    [
      'headers without measure',
      undefined,
      form(part('X', `name="a"\r\nX: ${'x'.repeat(20_000)}`, '1')),
    ],
  ])('refuses %s', async (_name, type, body) => {
    await expect(decode(body, type)).rejects.toThrow(RefusedBody);
  });

  it('refuses text that is not UTF-8, and names that contradict each other, by name', async () => {
    const latin1 = Buffer.from(form(part('X', 'name="prompt"', 'B\xe4r')), 'latin1');
    await expect(decode(latin1)).rejects.toMatchObject({ param: 'prompt' });
    const contrary = form(part('X', 'name="a"', '1'), part('X', 'name="a[b]"', '2'));
    await expect(decode(contrary)).rejects.toMatchObject({ param: 'a[b]' });
  });

  it('[bodies.forms.bounded] refuses more than a thousand parts', async () => {
    const parts = (count: number): string => form(part('X', 'name="a[]"', '1').repeat(count));
    expect(await decode(parts(1000))).toHaveProperty('a.999', '1');
    await expect(decode(parts(1001))).rejects.toThrow('has more than 1000 parts');
  });

  it('[bodies.forms.bounded] refuses more than 4 MiB of text beside data URLs', async () => {
    const text = 'x'.repeat(3 * 1024 * 1024);
    const parts = (first: string): string =>
      form(part('X', 'name="a"', first + text), part('X', 'name="b"', text));
    expect(await decode(parts('Data:'))).toHaveProperty('b', text);
    await expect(decode(parts(''))).rejects.toThrow('more than 4194304 bytes of text');
  });

  it('has nothing in a form without parts', async () => {
    expect(await decode('--X--\r\n')).toEqual({});
  });

  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 50 }));
  const fields = fc.dictionary(fc.stringMatching(/^[a-z"]{1,8}$/), value, {
    minKeys: 1,
    maxKeys: 6,
  });
  test.prop([fields])('gives back what the platform wrote', async (written) => {
    const data = new FormData();
    for (const [name, content] of Object.entries(written)) {
      const isText = typeof content === 'string';
      data.append(name, isText ? content : new File([new Uint8Array(content)], 'f'));
    }
    const response = new Response(data);
    const type = response.headers.get('content-type') ?? '';
    const read = await decode(Buffer.from(await response.arrayBuffer()), type);
    const expected = Object.entries(written).map(([name, content]) => [
      name,
      typeof content === 'string' ? content.replaceAll(/\r\n|\r|\n/g, '\n') : Buffer.from(content),
    ]);
    expect(read).toEqual(Object.fromEntries(expected));
  });

  test.prop([
    fc.string({
      unit: fc.constantFrom(
        '-',
        'X',
        '\r\n',
        '\n',
        ':',
        '"',
        'name=',
        'Content-Disposition: form-data; ',
        'a',
      ),
    }),
  ])('never fails otherwise than as malformed', async (body) => {
    let outcome = 'decoded';
    try {
      await decode(body);
    } catch (error) {
      outcome = error instanceof RefusedBody ? 'malformed' : 'broken';
    }
    expect(outcome).not.toBe('broken');
  });
});
