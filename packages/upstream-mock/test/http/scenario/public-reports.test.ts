import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Scenario } from '../../../src/faults/scenario.ts';
import { startMock } from '../../../src/testing/start-mock.ts';

/** A space of a mock that begins with this file, and calls to its fal. */
async function open(file: string) {
  const path = new URL(`../../fixtures/reports/${file}.json`, import.meta.url);
  const scenario = z.custom<Scenario>().parse(JSON.parse(readFileSync(path, 'utf8')));
  const mock = await startMock({ scenario, personalities: ['fal'] });
  onTestFinished(() => mock.close());
  const space = mock.space();
  await space.clock.mode('frozen');
  const headers = { authorization: 'Key studio:secret' };
  const call = (part: string, init: RequestInit = {}) =>
    fetch(`${space.url}/fal/fal-ai/video${part}`, {
      ...init,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
    });
  const submit = (given: Record<string, string> = {}) =>
    call('', {
      method: 'POST',
      headers: { ...headers, ...given },
      body: JSON.stringify({ prompt: 'a kite [[mock:queue=0s,run=1s]]' }),
    });
  const accept = async () => {
    const { request_id: id } = z
      .object({ request_id: z.string() })
      .parse(await (await submit()).json());
    return { status: () => call(`/requests/${id}/status`), result: () => call(`/requests/${id}`) };
  };
  return { space, submit, accept };
}

const report = '[mock.rules.own] [mock.scenario] the report';

it(`${report} of states that are wrapped, or that no one expects`, async () => {
  const { accept } = await open('wrapped-states');
  const { status } = await accept();
  const seen = [];
  for (let read = 0; read < 4; read += 1) seen.push(await (await status()).json());
  expect(seen).toMatchObject([
    { data: { status: 'IN_PROGRESS' } },
    { data: { status: 'SUCCEEDED' } },
    { status: 'EXPIRED' },
    { status: 'IN_PROGRESS' },
  ]);
});

it(`${report} of a job that is completed, and whose result is a 504`, async () => {
  const { space, accept } = await open('completed-without-result');
  const { status, result } = await accept();
  await space.clock.untilIdle();
  for (const read of [1, 2]) {
    const response = await status();
    expect(await response.json(), `read ${read}`).toMatchObject({ status: 'COMPLETED' });
    expect((await result()).status).toBe(504);
  }
});

it(`${report} of a refusal whose text looks like a server's error`, async () => {
  const { space, submit } = await open('words-like-a-server-error');
  const response = await submit();
  expect([response.status, await response.text()]).toEqual([
    422,
    expect.stringContaining('240x240'),
  ]);
  expect(space.ledger()).toMatchObject({ accepted: 0, charged_credits: 0 });
});

it(`${report} of an acceptance that breaks off`, async () => {
  const { space, submit } = await open('incomplete-read');
  const response = await submit();
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(space.ledger()).toMatchObject({ accepted: 1, jobs: [{ answered: false }] });
  expect((await submit()).status).toBe(200);
});

it(`${report} of a caller's own deadline, by which nothing was made`, async () => {
  const { space, submit } = await open('deadline-of-the-caller');
  const waiting = submit({ 'x-fal-request-timeout': '10' });
  await expect.poll(async () => (await space.clock.get()).waiting).toBe(1);
  await space.clock.advance(10_000);
  const response = await waiting;
  expect([response.status, response.headers.get('x-fal-request-timeout-type')]).toEqual([
    504,
    'user',
  ]);
  expect(space.ledger()).toMatchObject({ accepted: 0, charged_credits: 0 });
  expect((await submit()).status).toBe(200);
});
