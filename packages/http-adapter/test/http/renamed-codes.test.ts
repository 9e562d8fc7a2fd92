import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localGenerationServerOptions, videoTaskServerOptions } from '../../src/index.ts';
import { listen, openRaw } from '../doubles/raw-http.ts';

const errorCodes = {
  payload_invalid: 'unreadable',
  headers_too_large: 'long_headers',
  request_timeout: 'too_slow',
};

const unreadable = { status: 400, code: 'unreadable' };

describe.each([
  { surface: 'Video Task API', optionsOf: videoTaskServerOptions },
  { surface: 'Local Generation API', optionsOf: localGenerationServerOptions },
])('renamed codes of the $surface before a route is found', ({ optionsOf }) => {
  it.each([
    ['bytes that are no HTTP', 'hello\r\n\r\n', unreadable],
    ['an escape that is none', 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n', unreadable],
    [
      'long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      { status: 431, code: 'long_headers' },
    ],
    ['headers that do not end', 'GET / HTTP/1.1\r\nHost: x\r\n', { status: 408, code: 'too_slow' }],
  ])('[settings.error-codes] %s', async (_what, bytes, { status, code }) => {
    const app = Fastify({
      ...optionsOf(() => '1', { errorCodes }),
      http: { headersTimeout: 100, connectionsCheckingInterval: 50 },
    });
    onTestFinished(() => app.close());
    const connection = await openRaw(await listen(app));
    connection.send(bytes);
    const response = await connection.closed();
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `, 'u'));
    expect(response).toContain(`"code":"${code}"`);
  });
});
