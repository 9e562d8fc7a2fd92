import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpResponse, expectApiError } from './response.ts';
import { saying } from './local-client.ts';
import { sendRaw } from './raw-http.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { useGateway } from './use-gateway.ts';

type Headers = Readonly<Record<string, string>>;

const routes = [
  ['GET', '/v1/models'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/images/generations'],
  ['POST', '/v1/images/edits'],
  ['GET', '/api/v1/video-pool-capacity'],
] as const;

const foreign: readonly (readonly [headers: Headers, code: string])[] = [
  [{ Origin: 'https://evil.example' }, 'foreign_origin'],
  [{ Origin: 'null' }, 'foreign_origin'],
  [{ Origin: 'http://localhost:1' }, 'foreign_origin'],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 'foreign_origin'],
  [{ Host: 'evil.example' }, 'foreign_host'],
  [{ Host: 'evil.example', Origin: 'http://evil.example' }, 'foreign_origin'],
  [{ Host: '127.0.0.1:1' }, 'foreign_host'],
  [{ Host: 'localhost.evil.example' }, 'foreign_host'],
];

const image = { model: 'imgA-1x1-1k', ...saying('a picture [[mock:run=0s]]') };

function ask(
  gateway: Gateway,
  method: string,
  path: string,
  headers: Headers,
): Promise<HttpResponse> {
  return sendRaw({
    url: gateway.localUrl + path,
    method,
    headers: [['Content-Type', 'application/json'], ...Object.entries(headers)],
    ...(method === 'POST' && { body: JSON.stringify(image) }),
  });
}

describe('without a service key', () => {
  const open = useGateway(() => ({ env: { FILMGATE_SERVICE_API_KEY: '' } }));

  it.each(routes.flatMap((route) => foreign.map((one) => [...route, ...one] as const)))(
    '[guessing.keyless-own-origin] %s %s with %j is 403',
    async (method, path, headers, code) => {
      const { gateway } = open;
      const before = (await gateway.mock.ledger()).accepted;
      expectApiError(await ask(gateway, method, path, headers), { status: 403, code });
      const withAnyKey = { ...headers, Authorization: 'Bearer whatever' };
      expectApiError(await ask(gateway, method, path, withAnyKey), { status: 403, code });
      expect((await gateway.mock.ledger()).accepted).toBe(before);
    },
  );

  it('[guessing.keyless-own-origin] programs and our own pages pass under our own names', async () => {
    const { gateway } = open;
    const { port } = new URL(gateway.localUrl);
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const host = `${name}:${port}`;
      for (const headers of [
        { Host: host },
        { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' },
      ])
        expect((await ask(gateway, 'POST', '/v1/chat/completions', headers)).status).toBe(200);
    }
  });
});

describe('without a service key, open to others', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({
      env: {
        FILMGATE_HOST: '0.0.0.0',
        FILMGATE_ALLOW_OPEN: '1',
        FILMGATE_SERVICE_API_KEY: '',
        FILMGATE_ALLOWED_ORIGINS: 'http://films.example:8787,http://studio.example',
      },
    });
  }, 60_000);
  afterAll(() => gateway.stop());

  it.each([
    ['films.example:8787', 200],
    ['studio.example', 200],
    ['evil.example:8787', 403],
  ])('[guessing.keyless-own-origin] the Host %s is %i', async (host, status) => {
    expect((await ask(gateway, 'GET', '/v1/models', { Host: host })).status).toBe(status);
  });
});

describe('with a service key', () => {
  const keyed = useGateway();

  it.each(foreign)('[guessing.keyless-own-origin] %j with the key passes', async (headers) => {
    const { gateway } = keyed;
    const authorization = { Authorization: `Bearer ${gateway.serviceApiKey}` };
    const response = await ask(gateway, 'GET', '/v1/models', { ...headers, ...authorization });
    expect(response.status).toBe(200);
  });
});
