import { describe, expect, it } from 'vitest';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

describe.each(['tasks', 'local'] as const)('the models of the surface %s', (surface) => {
  const get = (headers: { readonly [name: string]: string }) =>
    shared[surface].request('/v1/models', { headers });

  it('are compressed for who accepts it, and not sent to who has them [models.cached]', async () => {
    const plain = await get({ 'accept-encoding': 'identity' });
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    const compressed = await get({ 'accept-encoding': 'gzip, br' });
    expect([compressed.status, compressed.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(compressed.text).toBe(plain.text);
    const etag = plain.headers.get('etag') ?? '';
    const known = await get({ 'if-none-match': etag });
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag]);
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200);
  });
});

it('models are listed for no caller without a credential, whatever tag it names [models.cached]', async () => {
  const etag = (await shared.tasks.request('/v1/models')).headers.get('etag') ?? '';
  const stranger = { 'if-none-match': etag, authorization: 'Bearer nobody' };
  expect((await shared.tasks.request('/v1/models', { headers: stranger })).status).toBe(401);
});
