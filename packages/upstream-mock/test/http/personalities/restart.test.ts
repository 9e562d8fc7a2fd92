import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { startMockServer } from '../../../src/server/mock-server.ts';
import { beginning } from '../../support/open-world.ts';
import { callWire } from '../../support/personalities/personality-server.ts';
import { readLedger } from '../../support/read-ledger.ts';
import { wireHabits } from '../../support/personalities/wire-habits.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-personalities-'));
});
afterEach(() => rm(folder, { recursive: true }));

const names = wireHabits.map(({ name }) => name);

/** A mock on the ledger of the one before it, for as long as `use` takes. */
async function withMock(use: (url: string) => Promise<void>): Promise<void> {
  const listen = { host: '127.0.0.1', port: 0, speed: 1, seed: 'seed', control: true };
  const ledgerFile = join(folder, 'ledger.ndjson');
  const now = () => beginning;
  const server = await startMockServer({ ...listen, personalities: names, ledgerFile, now });
  try {
    await use(server.url);
  } finally {
    await server.close();
  }
}

async function ledgerOf(url: string) {
  return readLedger(await (await fetch(`${url}/_mock/ledger`)).json());
}

it('[providers.personalities.own-ids] knows after a restart what it accepted over which wire, and under which name', async () => {
  const ids = new Map<string, string>();
  await withMock(async (url) => {
    for (const { name, title = name, submission, acceptedId } of wireHabits) {
      const { path, ...call } = submission('kept [[mock:queue=0s,run=0s,list-lag=1s]]', 'own-1');
      ids.set(
        title,
        acceptedId((await callWire(`${url}/${name}${path}`, { ...call, wire: name })).body) ?? '',
      );
    }
  });
  await withMock(async (url) => {
    for (const habits of wireHabits) {
      const { name, title = name, status, reported, words, submission, acceptedId, code } = habits;
      const id = ids.get(title) ?? '';
      const { path: endpoint, ...asked } = status(id);
      const read = await callWire(`${url}/${name}${endpoint}`, { ...asked, wire: name });
      expect(reported(read.body)?.state).toBe(words.completed);
      const { path, ...call } = submission('kept [[mock:queue=0s,run=0s,list-lag=1s]]', 'own-1');
      const again = await callWire(`${url}/${name}${path}`, { ...call, wire: name });
      if (name === 'kling') expect(code(again.body)).toBe('1201');
      if (name === 'openai-videos') expect(acceptedId(again.body)).toBe(id);
    }
    const { jobs } = await ledgerOf(url);
    const wires = jobs.map(({ wire }) => wire).toSorted();
    const taken = wireHabits.flatMap(({ name, hasOwnIds }) => (hasOwnIds ? [name] : [name, name]));
    expect(wires).toEqual(taken.toSorted());
  });
});

it('[providers.personalities.wire] knows after a restart what was removed', async () => {
  let path = '';
  const removed = wireHabits.filter(({ name }) => ['ark', 'openai-videos'].includes(name));
  for (const { name, submission, acceptedId, status } of removed) {
    await withMock(async (url) => {
      const { path: to, ...call } = submission('removed [[mock:queue=0s,run=0s]]');
      const id = acceptedId((await callWire(`${url}/${name}${to}`, call)).body) ?? '';
      path = `/${name}${status(id).path}`;
      expect((await callWire(url + path, { method: 'DELETE' })).status).toBe(200);
    });
    await withMock(async (url) => expect((await callWire(url + path, {})).status).toBe(404));
  }
  await withMock(async (url) => expect((await ledgerOf(url)).accepted).toBe(removed.length));
});

it('[mock.cancel] knows after a restart what was canceled, and what it cost', async () => {
  const body = { prompt: 'canceled [[mock:queue=1m]]' };
  let path = '/fal/some/app';
  await withMock(async (url) => {
    const accepted = await callWire(url + path, { wire: 'fal', body });
    path += `/requests/${z.object({ request_id: z.string() }).parse(accepted.body).request_id}`;
    const canceled = await callWire(`${url}${path}/cancel`, { wire: 'fal', method: 'PUT' });
    expect(canceled.status).toBe(200);
  });
  await withMock(async (url) => {
    expect((await callWire(url + path, { wire: 'fal' })).status).toBe(499);
    expect(await ledgerOf(url)).toMatchObject({ failed: 1, running: 0, charged_credits: 0 });
  });
});
