import { factsOf } from '@filmgate/provider-facts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, startMockServer } from '../../../src/server/mock-server.ts';
import { findingCodes, type FindingCode } from '../../../src/verdict/finding.ts';
import { personalityNames } from '../../../src/wires/personality-names.ts';
import { beginning } from '../../support/open-world.ts';
import { type WireHabits, wireHabits } from '../../support/personalities/wire-habits.ts';
import { sha256Of, WireClient } from '../../support/verdict/wire-client.ts';

let server: MockServer;
let now = beginning;
beforeAll(async () => {
  const listen = { host: '127.0.0.1', port: 0, control: true, personalities: personalityNames };
  server = await startMockServer({ ...listen, speed: 1, seed: 'seed', now: () => now });
});
afterAll(() => server.close());

/** Lets a job run to its end, and a client wait for longer than any API asks. */
function pass(ms = 120_000): void {
  now += ms;
}

const quick = 'queue=0s,run=0s';
const lost = `a kite [[mock:lost-response,${quick}]]`;
const unclear = `a kite [[mock:response=500,${quick}]]`;
const refused = (status: number) => `a kite [[mock:refuse=${status}]]`;

async function buy(client: WireClient, prompt = `a kite [[mock:${quick}]]`, headers = {}) {
  await client.take(await client.mustSubmit(prompt, { headers }));
}

/** A client that deserves a finding, and one like it that does not. */
interface Row {
  readonly code: FindingCode;
  readonly query?: string;
  readonly cause?: (wire: WireHabits) => string;
  /** APIs that can show it; absent = all. */
  readonly isShown?: (wire: WireHabits) => boolean;
  readonly guilty: (client: WireClient) => Promise<unknown>;
  readonly innocent: (client: WireClient) => Promise<unknown>;
}

/** APIs whose videos are files; in the others a status read has the video, and so is a download. */
const hasFiles = ({ title }: WireHabits) => title !== 'google, operations';
const hasLinks = (wire: WireHabits) =>
  hasFiles(wire) && 'url' in wire.video('id', 'http://mock.test/files/one');

const rows: readonly Row[] = [
  {
    code: 'paid-twice',
    guilty: async (client) => {
      await client.submit(lost);
      await client.submit(lost);
    },
    innocent: async (client) => {
      await buy(client);
      await buy(client);
    },
  },
  {
    code: 'paid-twice',
    query: '?jobs=1',
    guilty: async (client) => {
      await buy(client, undefined, { 'idempotency-key': 'one' });
      await buy(client, undefined, { 'idempotency-key': 'two' });
    },
    innocent: (client) => buy(client),
  },
  {
    code: 'paid-twice',
    cause: () => 'provider',
    guilty: (client) => buy(client, `a kite [[mock:${quick},dup-accept]]`),
    innocent: (client) => buy(client),
  },
  {
    code: 'paid-again',
    query: '?single_test=true',
    guilty: async (client) => {
      await client.submit(lost);
      await buy(client, `a red kite [[mock:${quick}]]`, { 'idempotency-key': 'two' });
    },
    innocent: async (client) => {
      await client.submit(refused(429));
      pass();
      await buy(client, `a red kite [[mock:${quick}]]`);
    },
  },
  {
    code: 'lost-film',
    cause: ({ name }) => (factsOf(name)?.lookup === 'none' ? 'wire' : 'client'),
    guilty: (client) => client.submit(lost),
    innocent: (client) => buy(client),
  },
  {
    code: 'lost-film',
    isShown: hasFiles,
    guilty: async (client) => client.poll(await client.mustSubmit(`a kite [[mock:${quick}]]`)),
    innocent: (client) => buy(client),
  },
  {
    code: 'missing-job',
    query: '?jobs=1',
    guilty: (client) => client.submit(refused(400)),
    innocent: (client) => buy(client),
  },
  {
    code: 'believed-a-500',
    guilty: async (client) => {
      await client.submit(unclear);
      await client.control('gave-up', { key: String(client.ledger()[0]?.id) });
    },
    innocent: async (client) => {
      await client.submit(`a kite [[mock:response=500,${quick},fail=policy]]`);
      await client.control('gave-up', { key: String(client.ledger()[0]?.id) });
    },
  },
  {
    code: 'kept-bad-bytes',
    guilty: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick},truncate=60%]]`);
      const { bytes } = await client.take(id);
      await client.control('stored', { key: id, sha256: sha256Of(bytes) });
    },
    innocent: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick}]]`);
      const { bytes } = await client.take(id);
      await client.control('stored', { key: id, sha256: sha256Of(bytes) });
    },
  },
  {
    code: 'gave-up',
    guilty: async (client) => {
      await client.poll(await client.mustSubmit('a kite [[mock:queue=1s,run=1s]]'));
      pass();
    },
    innocent: async (client) => {
      const id = await client.mustSubmit('a kite [[mock:queue=1s,run=1s]]');
      await client.poll(id);
      pass();
      await client.take(id);
    },
  },
  {
    code: 'key-reused',
    guilty: async (client) => {
      await buy(client, undefined, { 'idempotency-key': 'one' });
      await client.submit(`a cliff [[mock:${quick}]]`, { headers: { 'idempotency-key': 'one' } });
    },
    innocent: async (client) => {
      await buy(client, undefined, { 'idempotency-key': 'one' });
      await buy(client, `a cliff [[mock:${quick}]]`, { 'idempotency-key': 'two' });
    },
  },
  {
    code: 'leaked-credential',
    guilty: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick}]]`);
      await client.call(`${client.wire.status(id).path.split('?')[0]}?api_key=key-1`, {});
      await client.take(id);
    },
    innocent: (client) => buy(client),
  },
  {
    code: 'wrong-account',
    guilty: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick}]]`);
      await client.poll(id, { key: 'key-2' });
      await client.take(id);
    },
    innocent: (client) => buy(client),
  },
  {
    code: 'used-expired-url',
    isShown: hasLinks,
    guilty: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick},url-expires=10s]]`);
      const link = await client.read(id);
      pass(60_000);
      for (let time = 0; time < 2; time += 1) await client.download(id, link);
      await client.take(id);
    },
    innocent: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick},url-expires=10s]]`);
      const link = await client.read(id);
      pass(60_000);
      await client.download(id, link);
      await client.take(id);
    },
  },
  {
    code: 'retried-for-good',
    guilty: async (client) => {
      for (let time = 0; time < 2; time += 1) await client.submit(refused(400));
    },
    innocent: async (client) => {
      await client.submit(refused(400));
      await buy(client, `a mended kite [[mock:${quick}]]`);
    },
  },
  {
    code: 'ignored-retry-after',
    guilty: async (client) => {
      for (let time = 0; time < 2; time += 1) await client.submit(refused(429));
    },
    innocent: async (client) => {
      await client.submit(refused(429));
      pass();
      await client.submit(refused(429));
    },
  },
  {
    code: 'over-concurrency',
    guilty: async (client) => {
      await client.control('accounts', { key: 'key-1', concurrency: 1 });
      for (const prompt of ['one', 'two', 'three']) await client.submit(prompt);
    },
    innocent: async (client) => {
      await client.control('accounts', { key: 'key-1', concurrency: 1 });
      await client.submit('one [[mock:queue=1h]]');
      await client.submit('two');
      pass(60_000);
      await client.submit('three');
    },
  },
  {
    code: 'polled-too-fast',
    guilty: async (client) => {
      const id = await client.mustSubmit('a kite [[mock:queue=1h]]');
      for (let time = 0; time < 7; time += 1) await client.poll(id);
    },
    innocent: async (client) => {
      const id = await client.mustSubmit('a kite [[mock:queue=1h]]');
      for (let time = 0; time < 7; time += 1) {
        pass(5_000);
        await client.poll(id);
      }
    },
  },
  {
    code: 'polled-after-end',
    isShown: hasFiles,
    guilty: async (client) => {
      const id = await client.mustSubmit(`a kite [[mock:${quick}]]`);
      for (let time = 0; time < 5; time += 1) await client.poll(id);
      await client.take(id);
    },
    innocent: (client) => buy(client),
  },
];

describe.each(wireHabits.map((habits) => ({ title: habits.name, ...habits })))('$title', (wire) => {
  let spaces = 0;
  const open = () => {
    spaces += 1;
    return new WireClient(server, `${wire.title.replace(/\W+/g, '-')}-${spaces}`, wire);
  };
  // The cells of two APIs, one of which has a list, find most faults of the others.
  const options = { tags: [['openai-videos', 'runway'].includes(wire.name) ? 'sampled' : 'long'] };
  const shown = rows.filter(({ isShown }) => isShown === undefined || isShown(wire));

  it.each(shown.map((row) => ({ ...row, query: row.query ?? '' })))(
    '[mock.verdict] $code $query is found of the client that deserves it, and not of the other',
    options,
    async ({ code, query, cause = () => 'client', guilty, innocent }) => {
      const [bad, good] = [open(), open()];
      await guilty(bad);
      const { findings } = await bad.verdict(query);
      expect(
        findings.filter((found) => found.code === code).map(({ by }) => by),
        JSON.stringify(findings),
      ).toContain(cause(wire));
      await innocent(good);
      expect(await good.verdict(query)).toMatchObject({ findings: [] });
    },
  );
});

it('[mock.verdict] every code is in this table, except for the one that needs a connection', () => {
  const listed = new Set(rows.map(({ code }) => code));
  expect(findingCodes.filter((code) => !listed.has(code))).toEqual(['followed-to-private']);
});
