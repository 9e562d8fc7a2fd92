import type { EndpointRefusal } from '@filmgate/upstream-http';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { describe, expect, it } from 'vitest';
import { type EndpointResponse, EndpointWorld } from './endpoint-world.ts';

const page = (status: number): EndpointResponse => ({
  status,
  body: new TextEncoder().encode('<html><h1>nginx</h1></html>'),
});
const tooMany: EndpointRefusal = {
  status: 429,
  page: true,
  kind: 'rate_limited',
  scope: 'account',
};
const tooLarge: EndpointRefusal = { status: 413, page: true, kind: 'invalid', scope: 'request' };
const bare: EndpointRefusal = {
  status: 429,
  fields: ['request_id', 'message'],
  kind: 'rate_limited',
  scope: 'account',
};
const coded: EndpointRefusal = { status: 500, code: 'E42', kind: 'unavailable', scope: 'model' };
const typed: EndpointRefusal = { status: 403, type: 'quota', kind: 'credits', scope: 'account' };

async function refusedBy(refusals: readonly EndpointRefusal[], response: EndpointResponse) {
  const world = new EndpointWorld(openaiVideos.describe({}), { submit: [response] }, { refusals });
  const id = await world.order(30_000);
  return { trail: await world.trail(id), job: await world.job(id) };
}

describe('a refusal that an operator declares for an endpoint', () => {
  it.each<[EndpointRefusal, EndpointResponse]>([
    [tooMany, page(429)],
    [tooLarge, page(413)],
    [bare, { status: 429, body: { message: 'API rate limit exceeded', request_id: 'r-1' } }],
    [coded, { status: 500, body: { code: 'E42', message: 'no worker' } }],
    [coded, { status: 500, body: { error: { code: 'E42' } } }],
    [typed, { status: 403, body: { error: { message: 'used up', type: 'quota' } } }],
    [
      { ...typed, type: '17' },
      { status: 403, body: { type: 17 } },
    ],
  ])('[providers.places.refusals] %j is proven by %j', async (refusal, response) => {
    const { trail } = await refusedBy([refusal], response);
    expect(trail).toContainEqual(
      expect.objectContaining({ what: 'account-refused', reason: refusal.kind }),
    );
  });

  it.each<[EndpointRefusal, EndpointResponse]>([
    [tooMany, page(413)],
    [tooMany, { status: 429, body: {} }],
    [bare, { status: 429, body: { message: 'no', request_id: 'r', more: 1 } }],
    [bare, { status: 429, body: { message: 'no' } }],
    [coded, { status: 500, body: { code: 'E43' } }],
    [coded, { status: 500, body: { code: 'E42', task_id: 'v-7' } }],
    [coded, { status: 200, body: { code: 'E42' } }],
    [typed, { status: 500, body: { type: 'quota' } }],
  ])('[providers.places.refusals] %j is not proven by %j', async (refusal, response) => {
    const { job, trail } = await refusedBy([refusal], response);
    expect(job.state).toBe('outcome_unknown');
    expect(trail.map(({ what }) => what)).not.toContain('account-refused');
  });

  it('[providers.places.refusals] overrides those that the protocol documents', async () => {
    const body = { error: { message: 'used up', type: 'quota' } };
    const { trail } = await refusedBy([], { status: 403, body });
    expect(trail).toContainEqual(expect.objectContaining({ reason: 'forbidden' }));
    const declared = await refusedBy([typed], { status: 403, body });
    const detail = 'declared for the endpoint: used up';
    expect(declared.trail).toContainEqual(expect.objectContaining({ reason: 'credits', detail }));
  });
});
