import { resolve } from 'node:path';
import { mock } from '@filmgate/upstream-mock/vitest';
import { describe, expect, it } from 'vitest';
import { runVitest } from '../../support/testing/run-vitest.ts';

const test = mock({ blockedHosts: ['provider.invalid'], accounts: { poor: { credits: 0 } } });

async function reasonOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'none',
    (error: unknown) => String(error instanceof Error ? error.cause : error),
  );
}

const submission = {
  ...{ correlation_id: 'kite', model: 'any', media_type: 'video', prompt: 'a kite' },
  ...{ duration: 1, aspect_ratio: '16:9', resolution: '480p', width: 64, height: 64 },
  ...{ audio: false, negative_prompt: null, references: [] },
};

async function submit(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: JSON.stringify(submission) };
  return (await fetch(`${url}/v1/generations`, call)).status;
}

describe('the test of Vitest with a mock', () => {
  const seen = new Set<string>();
  for (const name of ['one', 'another'])
    test(`[mock.test-api.vitest] has a space of its own, here ${name}`, async ({ space }) => {
      await space.clock.mode('frozen');
      expect(seen.has(space.url)).toBe(false);
      seen.add(space.url);
      expect([await submit(space.url, 'studio'), await submit(space.url, 'poor')]).toEqual([
        202, 402,
      ]);
      expect(space.ledger()).toMatchObject({ accepted: 1 });
    });

  for (const name of ['one', 'another'])
    test.concurrent(`[mock.test-api.vitest] blocks providers, in tests side by side, too: ${name}`, async ({
      space,
      expect: expectHere,
    }) => {
      space.ledger();
      for (const host of ['queue.fal.run', 'eu.provider.invalid'])
        expectHere(await reasonOf(fetch(`https://${host}/`))).toMatch(
          new RegExp(`^ProviderBlocked: A call to ${host} in ".+" was blocked`),
        );
    });

  it('[mock.test-api.vitest] blocks nothing when its tests are done', async () => {
    expect(await reasonOf(fetch('https://eu.provider.invalid/'))).not.toContain('ProviderBlocked');
  });

  it('[mock.test-api.vitest] fails on a finding, and where an expected one is missing', async () => {
    const folder = resolve(import.meta.dirname, '../../support/testing');
    expect(await runVitest(folder)).toEqual([
      {
        title: 'pays twice',
        status: 'failed',
        message: expect.stringMatching(
          /VerdictError: The verdict on space .+: 1 finding, 8 credits wasted\npaid-twice/,
        ),
      },
      { title: 'pays once', status: 'passed', message: '' },
      {
        title: 'pays once, and is thought to pay twice',
        status: 'failed',
        message: expect.stringContaining('paid-twice was expected, and was not found'),
      },
    ]);
  });

  it('[mock.test-api.vitest] the examples catch the retries of four official clients', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    const folder = resolve(import.meta.dirname, '../../../../../examples/vitest');
    const outcomes = await runVitest(folder);
    expect(outcomes.map(({ status, message }) => [status, message])).toEqual(
      Array.from({ length: 5 }, () => ['passed', '']),
    );
  });
});
