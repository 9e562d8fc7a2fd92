import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench();
});
afterEach(() => bench.close());

const credential = { authorization: 'Bearer key-1' };

/** URL of the file of a new job. */
async function fileOf(tokens: string): Promise<string> {
  await bench.submit('one', { prompt: `one [[mock:queue=0s,run=0s,${tokens}]]` });
  const id = await bench.jobId();
  await bench.call(`/v1/generations/${id}`);
  return `${bench.url}/v1/results/${id}`;
}

/** Follows every redirect with all its headers. */
async function naive(url: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url, { headers, redirect: 'manual' });
  const location = response.headers.get('location');
  return location === null ? response : fetch(new URL(location, url), { headers });
}

/** Follows redirects only to its own origin. */
async function careful(url: string) {
  const response = await fetch(url, { headers: credential, redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '', url);
  return target.origin === bench.url ? fetch(target) : response;
}

it('[mock.verdict.followed-to-private] finds a client that follows a redirect to a private address', async () => {
  const url = await fileOf('redirect-private');
  expect((await fetch(url, { headers: credential })).status).toBe(200);
  const { findings, undecided } = await bench.verdict();
  expect(findings).toMatchObject([
    { code: 'lost-film', by: 'provider' },
    {
      code: 'followed-to-private',
      by: 'client',
      severity: 'error',
      logical_key: 'id:one',
      evidence: [4],
    },
  ]);
  expect(undecided).toEqual([]);
  const { entries } = await bench.journal('?since=3');
  expect(entries).toMatchObject([{ id: 4, op: 'other' }]);
  expect(entries[0]?.path).toMatch(/^\/latest\/meta-data\/gen_/);
});

it('[mock.verdict.followed-to-private] does not find a client that refuses to, nor one that follows to the mock itself', async () => {
  expect((await careful(await fileOf('redirect-private'))).status).toBe(302);
  expect(await bench.verdict('?by=client')).toMatchObject({ outcome: 'clean', undecided: [] });
  await bench.control('reset', {});
  const reply = await careful(await fileOf('redirect'));
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
  expect(await bench.found()).toEqual([]);
});

it('[mock.verdict.followed-to-private] is undecided of 169.254.169.254, which the mock does not see', async () => {
  const response = await careful(await fileOf('redirect-metadata'));
  expect(response.headers.get('location')).toBe('http://169.254.169.254/latest/meta-data/');
  expect(await bench.verdict('?by=client')).toMatchObject({
    outcome: 'undecided',
    undecided: [{ code: 'followed-to-private', logical_key: 'id:one' }],
  });
});

it('[mock.verdict.followed-to-private] keeps the spaces apart, and serves nothing else at that address', async () => {
  const path = '/s/suite-1/v1/generations';
  const url = await fileOf('redirect-private');
  const response = await fetch(url, { headers: credential, redirect: 'manual' });
  const { origin } = new URL(response.headers.get('location') ?? '');
  for (const elsewhere of ['/_mock/ledger', '/_mock/s/suite-1/verdict', '/s/suite-9/v1/account'])
    expect((await fetch(origin + elsewhere)).status, elsewhere).toBe(404);
  expect((await fetch(origin + path)).status).toBe(404);
  expect((await bench.verdict('?by=client')).findings).toEqual([]);
  expect((await bench.control('spaces')).body).toMatchObject({ spaces: [{ name: 'default' }] });
});

it('[mock.verdict.leaked-credential] finds a key sent to the other host of a redirect, and not one left behind', async () => {
  const url = await fileOf('redirect-host');
  const reply = await fetch(url, { headers: credential });
  expect(reply.status).toBe(200);
  await reply.arrayBuffer();
  expect(await bench.found()).toEqual([]);
  expect((await naive(url, { ...credential })).status).toBe(200);
  expect((await naive(url, { ...credential, 'x-api-key': 'key-1' })).status).toBe(200);
  expect((await bench.verdict()).findings).toMatchObject([
    { code: 'leaked-credential', logical_key: 'id:one', evidence: [6, 8] },
  ]);
});

it.each([
  ['redirect', 302, 'provider'],
  ['redirect-host', 302, 'provider'],
  ['redirect-private', 302, 'provider'],
  ['result-gone', 410, 'provider'],
  ['410', 410, 'provider'],
  ['html-body', 200, 'client'],
  ['length-lie', 200, 'client'],
  ['url-403=1', 403, 'client'],
] as const)(
  '[mock.verdict.lost-film] of a client that asks no more after a rule had %s come of its read: %j, by %s',
  async (fault, seen, by) => {
    await bench.control('rules', { when: { op: 'result' }, then: { fault }, times: 1 });
    const url = await fileOf('findable');
    const read = await fetch(url, { headers: credential, redirect: 'manual' });
    await read.arrayBuffer();
    expect(read.status).toBe(seen);
    expect((await bench.verdict()).findings).toMatchObject([{ code: 'lost-film', by }]);
  },
);
