import { describe, expect, it, onTestFinished } from 'vitest';
import { errorBody } from '../../src/http/error-codes.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

async function send(
  text: string,
): Promise<{ readonly status: number; readonly code: string; readonly head: string }> {
  const { app } = await createTestApi();
  onTestFinished(() => app.close());
  const connection = await openRaw(await listen(app));
  connection.send(text);
  const response = await connection.closed();
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    code: errorBody.parse(JSON.parse(body)).error.code,
    head,
  };
}

describe('bytes that are no HTTP request', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', [400, 'payload_invalid']],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', [400, 'payload_invalid']],
    ['a bad header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n', [400, 'payload_invalid']],
    [
      'two lengths',
      'POST /v1/videos HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      [400, 'payload_invalid'],
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      [431, 'headers_too_large'],
    ],
  ])('%s', async (_name, text, expected) => {
    const response = await send(text);
    expect([response.status, response.code]).toEqual(expected);
    expect(response.head).toContain('content-type: application/json; charset=utf-8');
    expect(response.head).toContain('x-request-id: req_');
    expect(response.head).toContain('connection: close');
  });

  it('after a response on the same connection get theirs as well', async () => {
    const { app } = await createTestApi();
    onTestFinished(() => app.close());
    const connection = await openRaw(await listen(app));
    connection.send('GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.until('api_key_required');
    connection.send('hello\r\n\r\n');
    expect(await connection.closed()).toContain('HTTP/1.1 400 Bad Request');
  });
});
