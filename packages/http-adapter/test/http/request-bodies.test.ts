import { describe, expect, it, onTestFinished } from 'vitest';
import { errorBody } from '../../src/http/error-codes.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';

const mebibyte = 1024 * 1024;
const besideDataUrls = 'more than 4194304 bytes beside data URLs';

async function post(text: string, type = 'application/json') {
  const { app, alice } = await createTestApi();
  const payload = Buffer.from(text);
  const headers = { ...alice, 'content-type': type };
  return await app.inject({ method: 'POST', url: '/v1/videos', headers, payload });
}

describe('bodies of a creation', () => {
  it.each([
    ['20 001 values', `{"prompt":"a fox","x":[${'1,'.repeat(19_997)}1]}`, 'more than 20000 values'],
    ['33 levels', `{"prompt":"a fox","x":${'['.repeat(32)}${']'.repeat(32)}}`, '32 levels deep'],
    ['a long name', `{"prompt":"a fox","${'x'.repeat(1025)}":1}`, 'a name of more than 1024 bytes'],
    ['a long number', `{"prompt":"a fox","x":${'1'.repeat(65)}}`, 'more than 64 characters'],
    ['a long prompt', `{"prompt":"${'x'.repeat(60 * mebibyte)}"}`, besideDataUrls],
    [
      'long strings',
      `{"prompt":"a fox","x":[${`"${'x'.repeat(mebibyte)}",`.repeat(4)}1]}`,
      besideDataUrls,
    ],
    ['white space', `{"prompt":"a fox"${' '.repeat(5 * mebibyte)}}`, besideDataUrls],
    [
      'what is no data URL yet',
      `{"prompt":"a fox","x":"data${'x'.repeat(5 * mebibyte)}"}`,
      besideDataUrls,
    ],
  ])(
    '[bodies.json.structure][bodies.json.long-strings] are refused with %s',
    async (_name, text, sentence) => {
      const response = await post(text);
      expect(response.statusCode).toBe(400);
      const { error } = errorBody.parse(response.json());
      expect(error).toMatchObject({ code: 'payload_invalid', type: 'invalid_request_error' });
      expect(error.message).toContain(sentence);
    },
  );

  it.each([
    ['20 000 values', `{"prompt":"a fox","x":[${'1,'.repeat(19_996)}1]}`],
    ['32 levels', `{"prompt":"a fox","x":${'['.repeat(31)}${']'.repeat(31)}}`],
    ['a data URL of 60 MiB', `{"prompt":"a fox","x":"data:${'x'.repeat(60 * mebibyte)}"}`],
    ['strings of 3 MiB', `{"prompt":"a fox","x":["${'x'.repeat(3 * mebibyte)}"]}`],
  ])('[bodies.json.structure][bodies.json.long-strings] are taken with %s', async (_name, text) => {
    expect((await post(text)).statusCode).toBe(202);
  });

  it('[bodies.answers.bounded] are refused without being repeated', async () => {
    const response = await post(JSON.stringify({ prompt: 'a fox', model: 'x'.repeat(1_000_000) }));
    expect(response.json()).toMatchObject({ error: { code: 'model_invalid', param: 'model' } });
    expect(response.body.length).toBeLessThan(2000);
  });

  it('[bodies.pieces] are accepted in chunks, and refused in absurdly small ones', async () => {
    const { app, alice } = await createTestApi();
    onTestFinished(() => app.close());
    const port = await listen(app);
    const head = [
      'POST /v1/videos HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: ${alice.authorization}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const ask = async (text: string): Promise<string> => {
      const connection = await openRaw(port);
      const pieces = Array.from(text, (character) => `1\r\n${character}\r\n`).join('');
      connection.send(`${head}\r\n\r\n${pieces}0\r\n\r\n`);
      return await connection.closed();
    };
    expect(await ask('{"prompt":"a fox"}')).toMatch(/^HTTP\/1\.1 202 /);
    const response = await ask(`{"prompt":"a fox","x":"${'x'.repeat(80_000)}"}`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('in pieces of fewer than 16 bytes');
  });
});
