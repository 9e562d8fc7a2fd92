import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLedger } from '../support/read-ledger.ts';
import { beginning } from '../support/open-world.ts';
import { type MockServer, startMockServer } from '../../src/server/mock-server.ts';

let server: MockServer;
beforeEach(async () => {
  const address = { host: '127.0.0.1', port: 0, control: true };
  server = await startMockServer({ ...address, now: () => beginning, speed: 1, seed: 'seed' });
});
afterEach(() => server.close());

async function call(path: string, body?: unknown, key = 'key-1') {
  const post = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const headers = { authorization: `Bearer ${key}` };
  const given = body === undefined ? {} : post;
  const response = await fetch(server.url + path, { ...given, headers });
  return { status: response.status, body: await response.json() };
}

async function submit(name: string, given: object = {}, key = 'key-1') {
  const response = await call(
    '/v1/generations',
    {
      correlation_id: name,
      model: 'vm_std-2.0',
      media_type: 'video',
      prompt: `${name} [[mock:queue=1s,run=1s]]`,
      negative_prompt: null,
      duration: 1,
      aspect_ratio: '16:9',
      resolution: '480p',
      width: 64,
      height: 36,
      audio: false,
      references: [],
      ...given,
    },
    key,
  );
  expect(response.status).toBe(202);
}

/** Message of a refused call. */
function messageOf({ body }: { readonly body: unknown }): string {
  return z.object({ error: z.object({ message: z.string() }) }).parse(body).error.message;
}

/** The names of the jobs that the ledger shows. */
async function ledger(query: string) {
  const { status, body } = await call(`/_mock/ledger${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const view = readLedger(body);
  expect(view.accepted).toBe(view.jobs.length);
  return view.jobs.map(({ correlation_id: name }) => name);
}

const filters = ['contains', 'key', 'account', 'correlation_id', 'id', 'model', 'wire'];
const known = `known: ${[...filters, 'state', 'answered', 'limit', 'cursor', 'view'].join(', ')}`;

describe('the ledger', () => {
  it('[mock.ledger-filters] shows the jobs that pass every filter, and else an empty list', async () => {
    await submit('one');
    await submit('two', { model: 'other', prompt: 'two [[mock:queue=0s,run=0s]]' });
    await submit('three', {}, 'key-2');
    expect(await ledger('')).toEqual(['one', 'two', 'three']);
    expect(await ledger('?correlation_id=two')).toEqual(['two']);
    expect(await ledger('?account=key-1')).toEqual(['one', 'two']);
    expect(await ledger('?model=other')).toEqual(['two']);
    expect(await ledger('?state=queued')).toEqual(['one', 'three']);
    expect(await ledger('?state=completed&account=key-1')).toEqual(['two']);
    expect(await ledger('?key=two')).toEqual(['two']);
    expect(await ledger('?key=id:two')).toEqual(['two']);
    expect(await ledger('?answered=true&wire=mock')).toEqual(['one', 'two', 'three']);
    for (const query of [
      'correlation_id=zz',
      'account=nobody',
      'answered=false',
      'wire=kling',
      'id=gen_0',
      'key=same:two',
      'state=completed&account=key-2',
      'contains=one&correlation_id=two',
    ]) {
      expect(await ledger(`?${query}`), query).toEqual([]);
    }
  });

  it.each([
    ['corelation_id=two', 'corelation_id'],
    ['limt=1', 'limt'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['cursor=-1', 'cursor'],
    ['cursor=two', 'cursor'],
    ['view=count', 'view'],
    ['contains=one&Contains=two', 'Contains'],
    ['account=key-1&account=key-2', 'account'],
    ['contains=one&contains=one', 'contains'],
    ['state=done', 'state'],
    ['answered=yes', 'answered'],
    ['account=', 'account'],
    ['__proto__=1', '__proto__'],
  ])('[mock.ledger-filters] refuses ?%s, naming %s and those known', async (query, name) => {
    await submit('one');
    const refused = await call(`/_mock/ledger?${query}`);
    expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
    const message = messageOf(refused);
    expect(message).toContain(name);
    expect(message).toContain(known);
    expect(message).not.toContain('key-1');
  });
});

describe('a control call', () => {
  it.each([
    ['accounts', { key: 'key-1', credit: 15 }, 'credit', 'key, credits, concurrency, rate, login'],
    [
      'accounts',
      { key: 'key-1', rate: { submissions: 1, windowMs: 1, window: 2 } },
      'window',
      'submissions, windowMs',
    ],
    ['reset', { forget: ['clock'] }, 'forget', 'keep'],
    ['clock', { advance: 5, by: 1 }, 'by', 'mode, set, advance, next, untilIdle'],
  ])(
    '[mock.control-fields] %s refuses %j, names the field and those known, and does nothing',
    async (path, body, field, fields) => {
      await submit('one');
      const truth = async () => [
        await call('/_mock/ledger'),
        await call('/v1/account'),
        await call('/_mock/clock', { advance: 0 }),
      ];
      const before = await truth();
      const refused = await call(`/_mock/${path}`, body);
      expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
      expect(messageOf(refused)).toContain(`unknown field ${field}; known: ${fields}`);
      expect(await truth()).toEqual(before);
    },
  );

  it.each(['reset', 'clock', 'accounts'])(
    '[mock.control-fields] %s takes nothing from its URL and no other body',
    async (path) => {
      await submit('one');
      const body = {
        ...(path === 'accounts' && { key: 'key-1' }),
        ...(path === 'clock' && { advance: 0 }),
      };
      const refused = await call(`/_mock/${path}?credits=1`, body);
      expect(refused).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
      expect(messageOf(refused)).toContain('unknown parameter credits; known: none');
      expect((await call(`/_mock/${path}`, 'junk')).status).toBe(400);
      expect(await ledger('')).toEqual(['one']);
      expect((await call(`/_mock/${path}`, body)).status).toBe(200);
    },
  );
});
