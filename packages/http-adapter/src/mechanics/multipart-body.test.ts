import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { decodeMultipart, MalformedMultipart } from './multipart-body.ts';

const part = (boundary: string, head: string, body: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

async function encode(form: FormData): Promise<{ readonly body: Buffer; readonly type: string }> {
  const response = new Response(form);
  return {
    body: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  };
}

describe('decodeMultipart', () => {
  it.each(['X', '----WebKitFormBoundaryabc', 'a'.repeat(70)])(
    'reads a form with boundary %s',
    async (boundary) => {
      const body = `${part(boundary, 'name="prompt"', 'ein Bär')}--${boundary}--\r\n`;
      const form = await decodeMultipart(
        Buffer.from(body),
        `multipart/form-data; boundary=${boundary}`,
      );
      expect({ ...form.fields }).toEqual({ prompt: 'ein Bär' });
    },
  );

  it('reads a quoted boundary', async () => {
    const body = `${part('a b', 'name="x"', '1')}--a b--\r\n`;
    const form = await decodeMultipart(Buffer.from(body), 'multipart/form-data; boundary="a b"');
    expect({ ...form.fields }).toEqual({ x: '1' });
  });

  it('keeps every part with a file name as bytes', async () => {
    const form = new FormData();
    form.append(
      'input_reference',
      new File([new Uint8Array([0, 255, 13, 10])], 'a.txt', { type: 'text/plain' }),
    );
    const { body, type } = await encode(form);
    const decoded = await decodeMultipart(body, type);
    expect(decoded.fields['input_reference']).toEqual(new Uint8Array([0, 255, 13, 10]));
  });

  it.each([
    ['multipart/form-data', ''],
    ['multipart/form-data; boundary=X', ''],
    ['multipart/form-data; boundary=X', 'hello'],
    ['multipart/form-data; boundary=X', part('X', 'name="a"', '1')],
    ['multipart/form-data; boundary=X', `${part('Y', 'name="a"', '1')}--Y--\r\n`],
    ['multipart/form-data; boundary=X', `${part('X', 'name="a[b"', '1')}--X--\r\n`],
  ])('%s with %j is malformed', async (type, body) => {
    await expect(decodeMultipart(Buffer.from(body), type)).rejects.toBeInstanceOf(
      MalformedMultipart,
    );
  });

  it('refuses a form of more than a thousand parts before it is parsed', async () => {
    const parts = (count: number): Buffer =>
      Buffer.from(`${part('X', 'name="a[]"', '1').repeat(count)}--X--\r\n`);
    const type = 'multipart/form-data; boundary=X';
    await expect(decodeMultipart(parts(1000), type)).resolves.toBeDefined();
    await expect(decodeMultipart(parts(1001), type)).rejects.toThrow('more than 1000 parts');
  });

  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 50 }));
  test.prop([fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { maxKeys: 6 })])(
    'gives back what a form was made of',
    async (fields) => {
      const form = new FormData();
      for (const [name, content] of Object.entries(fields)) {
        form.append(
          name,
          typeof content === 'string' ? content : new File([new Uint8Array(content)], 'f'),
        );
      }
      const { body, type } = await encode(form);
      if (Object.keys(fields).length === 0) return;
      const expected = Object.fromEntries(
        Object.entries(fields).map(([name, content]) => [
          name,
          typeof content === 'string' ? content.replaceAll(/\r\n|\r|\n/g, '\r\n') : content,
        ]),
      );
      expect({ ...(await decodeMultipart(body, type)).fields }).toEqual(expected);
    },
  );
});
