import { resolve } from 'node:path';
import { mock } from '@filmgate/upstream-mock/vitest';
import { describe, expect, it } from 'vitest';
import { runVitest } from '../../support/testing/run-vitest.ts';

const test = mock({
  allow: ['allowed.invalid'],
  ignore: ['lost-film', 'gave-up'],
  accounts: { poor: { credits: 0 } },
});

async function reasonOf(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'none',
    (error: unknown) => String(error instanceof Error ? error.cause : error),
  );
}

/** Codes of the lines of a verdict. */
function codesIn(message: string): readonly string[] {
  const lines = message.matchAll(
    /^(?:VerdictError: |missing: |undecided: )?(open call|[a-z]+-[a-z]+)(?=[ :])/gm,
  );
  return [...lines].map(([, code = '']) => code);
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
    test.concurrent(`[mock.test-api.vitest] blocks all other hosts, in tests side by side, too: ${name}`, async ({
      space,
      expect: expectHere,
    }) => {
      space.expectJobs(0);
      for (const host of ['queue.fal.run', 'provider.invalid'])
        expectHere(await reasonOf(fetch(`https://${host}/`))).toMatch(
          new RegExp(`^ProviderBlocked: A call to ${host} in ".+" was blocked`),
        );
      const reason = await reasonOf(fetch('https://eu.allowed.invalid/'));
      expectHere(reason).not.toContain('ProviderBlocked');
    });

  it('[mock.test-api.vitest] blocks nothing when its tests are done', async () => {
    expect(await reasonOf(fetch('https://provider.invalid/'))).not.toContain('ProviderBlocked');
  });

  it('[mock.test-api.vitest] [mock.test-api.wishes] [mock.test-api.idle] fails unless the verdict is clean', async () => {
    const folder = resolve(import.meta.dirname, '../../support/testing');
    const having = (code: string): unknown => expect.arrayContaining([code]);
    const outcomes = await runVitest(folder);
    const failed = outcomes.filter(({ status }) => status === 'failed');
    for (const { message } of failed)
      expect(message).toMatch(
        /^VerdictError: (?:open call: .*\n)*(?:found|undecided|clean): space test-\d+: /,
      );
    expect(outcomes.map(({ title, status, message }) => [title, status, codesIn(message)])).toEqual(
      [
        ['pays twice', 'failed', having('paid-twice')],
        ['loses the response, and gives up', 'failed', having('lost-film')],
        [
          'loses the response, and gives up long before the test ends',
          'failed',
          having('lost-film'),
        ],
        ['gets the id, and forgets it', 'failed', having('lost-film')],
        ['calls no mock', 'failed', having('nothing-seen')],
        ['calls nothing but a wrong address', 'failed', having('nothing-seen')],
        ['expects what does not happen', 'failed', having('paid-twice')],
        ['wants two jobs, and makes one', 'failed', having('missing-job')],
        ['makes a new name for each attempt', 'failed', having('paid-twice')],
        ['leaves a call open', 'failed', having('open call')],
        ['takes its video', 'passed', []],
        ['calls no mock, and means it', 'passed', []],
        ['expects both of what happens', 'passed', []],
        ['loses the video of the one job it wants', 'passed', []],
        ['is skipped', 'skipped', []],
      ],
    );
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
