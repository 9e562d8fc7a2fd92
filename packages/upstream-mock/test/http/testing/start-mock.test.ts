import { GoogleGenAI } from '@google/genai';
import { createFal } from '@ai-sdk/fal';
import { createFalClient } from '@fal-ai/client';
import RunwayML from '@runwayml/sdk';
import { experimental_generateVideo as generateVideo } from 'ai';
import OpenAI from 'openai';
import { OpenRouter } from '@openrouter/sdk';
import { resetEnv } from '@openrouter/sdk/lib/env.js';
import Replicate from 'replicate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type StartedMock, startMock, type TestSpace, VerdictError } from '@filmgate/upstream-mock';

let mock: StartedMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

interface Wish {
  readonly correlation_id: string;
  readonly prompt: string;
}

/** Submits over the mock's own wire; undefined if the response is lost. */
async function submit(space: TestSpace, wish: Wish): Promise<Response | undefined> {
  const fixed = { model: 'any', media_type: 'video', duration: 1, aspect_ratio: '16:9' };
  const size = { resolution: '480p', width: 64, height: 64, audio: false };
  const body = { ...fixed, ...size, negative_prompt: null, references: [], ...wish };
  const headers = { authorization: 'Bearer studio', 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  return await fetch(`${space.url}/v1/generations`, call).catch(() => undefined);
}

const lost = { correlation_id: 'kite', prompt: 'a kite [[mock:lost-response,queue=1h]]' };

/** Loses the response of one piece of work, and sends it once more. */
async function payTwice(space: TestSpace): Promise<void> {
  await submit(space, lost);
  await submit(space, lost);
}

async function reasonOf(check: Promise<void>): Promise<unknown> {
  return await check.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a space of a test', () => {
  it('[mock.test-api] has ledger, journal, verdict and accounts of its own', async () => {
    const [space, other] = [mock.space(), mock.space()];
    expect(space.name).not.toBe(other.name);
    expect((await other.journal()).entries).toEqual([]);
    await submit(space, lost);
    expect(space.ledger()).toMatchObject({ accepted: 1, charged_credits: 1 });
    expect(space.ledger('a kite')).toMatchObject({ accepted: 1 });
    expect(space.ledger('a lantern')).toMatchObject({ accepted: 0 });
    expect(other.ledger()).toMatchObject({ accepted: 0 });
    expect((await space.journal({ op: 'submit' })).entries).toMatchObject([
      { truth: 'accepted', reported: { kind: 'reset' } },
    ]);
    expect((await space.journal({ op: 'status' })).entries).toEqual([]);
    await space.account('studio', { credits: 0 });
    expect((await submit(space, { ...lost, correlation_id: 'second' }))?.status).toBe(402);
    await space.reset({ keep: ['accounts'] });
    expect(space.ledger()).toMatchObject({ accepted: 0 });
    expect((await submit(space, lost))?.status).toBe(402);
    await space.reset();
    expect(await submit(space, lost)).toBeUndefined();
    expect(mock.space(space.name).ledger()).toMatchObject({ accepted: 1 });
  });

  it('[mock.test-api] has a clock that the test moves', async () => {
    const { clock, ...space } = mock.space();
    expect(await clock.mode('frozen')).toMatchObject({ mode: 'frozen', next: null });
    expect(await clock.set('2026-03-01T00:00:00Z')).toMatchObject({
      now: '2026-03-01T00:00:00.000Z',
    });
    expect(await clock.set(new Date(0))).toMatchObject({ now: '1970-01-01T00:00:00.000Z' });
    await submit({ clock, ...space }, lost);
    expect(await clock.advance(1_000)).toMatchObject({ now: '1970-01-01T00:00:01.000Z' });
    const { next } = await clock.get();
    expect(await clock.next()).toMatchObject({ now: next });
    expect(space.ledger()).toMatchObject({ running: 1 });
    expect(await clock.untilIdle()).toMatchObject({ next: null, waiting: 0 });
    expect(space.ledger()).toMatchObject({ completed: 1 });
  });

  it('[mock.test-api] says what the mock says when it refuses', async () => {
    await expect(mock.space().clock.advance(-1)).rejects.toThrow(
      /^The mock refused clock: .*advance/s,
    );
    await expect(mock.space().gaveUp('never sent')).rejects.toThrow(/gave-up: no submission has/);
    expect(() => mock.space('a b')).toThrow(RangeError);
  });

  it('[mock.test-api.rules] lays down what goes wrong, lists it, and takes it back', async () => {
    const space = mock.space();
    const made = await space.rule({
      name: 'first-lost',
      when: { attempt: 1, between: { from: '2026-01-01T00:00:00Z' } },
      then: { fault: 'lost-response' },
    });
    expect(made).toMatchObject({ name: 'first-lost', when: { op: 'submit' }, decided: 0 });
    await space.rule({ then: { fault: 'refuse=429' }, times: 1 });
    const wish = { correlation_id: 'kite', prompt: 'a kite' };
    expect(await submit(space, wish)).toBeUndefined();
    expect((await submit(space, wish))?.status).toBe(429);
    expect((await submit(space, wish))?.status).toBe(202);
    expect((await space.rules()).map(({ name, decided }) => [name, decided])).toEqual([
      ['first-lost', 1],
      ['rule-1', 1],
    ]);
    await space.removeRules('rule-1');
    await space.reset({ keep: ['rules'] });
    expect(await space.rules()).toMatchObject([{ name: 'first-lost', fits: 0 }]);
    await space.removeRules();
    expect(await space.rules()).toEqual([]);
    await expect(space.removeRules('none')).rejects.toThrow(/no rule named none/);
    await expect(space.rule({ then: { fault: 'lost' } })).rejects.toThrow(
      /^The mock refused rules: unknown token "lost"/,
    );
  });

  it('[mock.test-api] takes the statements of the client', async () => {
    const space = mock.space();
    await submit(space, { correlation_id: 'kite', prompt: 'a kite [[mock:response=500]]' });
    await space.gaveUp('kite');
    await space.clock.untilIdle();
    await space.stored('kite', '0'.repeat(64));
    const codes = (await space.verdict()).findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['believed-a-500', 'kept-bad-bytes']));
  });
});

describe('assertClean', () => {
  it('[mock.test-api.verdict] throws the verdict as the mock prints it', async () => {
    const space = mock.space('suite-1');
    await payTwice(space);
    const error = await reasonOf(space.assertClean());
    const path = `${mock.url}/_mock/s/suite-1/verdict?single_test=true`;
    const printed = await fetch(path, { headers: { accept: 'text/plain' } });
    expect(String(error)).toBe(`VerdictError: ${(await printed.text()).trimEnd()}`);
    expect(String(error)).toMatch(/^VerdictError: found: space suite-1: \d+ requests, 2 jobs, /);
    expect(error).toMatchObject({ verdict: { outcome: 'found' }, openCalls: [] });
    expect(codesOf(error)).toContain('paid-twice');
  });

  it('[mock.test-api.idle] is the same as soon as the response is lost, and later', async () => {
    const space = mock.space();
    await submit(space, lost);
    expect((await space.verdict()).outcome).toBe('undecided');
    expect(codesOf(await reasonOf(space.assertClean()))).toEqual(['lost-film']);
    expect(space.ledger()).toMatchObject({ completed: 1 });
    await space.clock.advance(1_000);
    expect(codesOf(await reasonOf(space.assertClean()))).toEqual(['lost-film']);
  });

  it('[mock.test-api.idle] waits for calls that the client has left, and names those that are open', async () => {
    const space = mock.space();
    const ending = new AbortController();
    const body = {
      model: 'sora-2',
      prompt: 'a kite [[mock:response=hang,accepted=no]]',
      seconds: '4',
    };
    const { apiKey, baseURL } = space.openai();
    const call = fetch(`${baseURL}/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: ending.signal,
    }).catch(() => 'left');
    await expect.poll(async () => (await space.clock.get()).waiting).toBe(1);
    const wishes = { ignore: ['nothing-seen'] } as const;
    const error = await reasonOf(space.assertClean(wishes));
    expect(error).toMatchObject({ openCalls: [{ method: 'POST', id: 1 }] });
    expect(String(error)).toContain('open call: POST /openai-videos/v1/videos (journal: 1)');
    ending.abort();
    await space.assertClean(wishes);
    expect(await call).toBe('left');
  });

  it('[mock.test-api.wishes] fails where nothing was called, unless the test says so', async () => {
    const space = mock.space();
    expect(await reasonOf(space.assertClean())).toMatchObject({
      verdict: { outcome: 'undecided', undecided: [{ code: 'nothing-seen', by: 'test' }] },
    });
    space.expectJobs(0);
    await space.assertClean();
    await submit(space, { correlation_id: 'kite', prompt: 'a kite' });
    expect(
      codesOf(await reasonOf(space.assertClean({ ignore: ['lost-film', 'gave-up'] }))),
    ).toEqual(['paid-twice']);
  });

  it('[mock.test-api.wishes] lets an expected finding pass, and misses one that is not there', async () => {
    const space = mock.space();
    space.expectFindings('paid-twice');
    space.expectFindings({ 'lost-film': 1 });
    expect(await reasonOf(space.assertClean({ jobs: 0 }))).toMatchObject({
      verdict: { missing: [{ code: 'paid-twice' }, { code: 'lost-film', expected: 1, found: 0 }] },
    });
    await payTwice(space);
    await space.assertClean();
    expect(await reasonOf(space.assertClean({ expect: { 'lost-film': 2 } }))).toMatchObject({
      verdict: { missing: [{ code: 'lost-film', expected: 2, found: 1 }] },
    });
    await space.reset();
    await space.assertClean({ jobs: 0 });
  });

  it('[mock.test-api.wishes] are those of the mock, of the space, and of the call', async () => {
    const lenient = await startMock({ by: ['provider'], strict: true });
    try {
      const space = lenient.space();
      await payTwice(space);
      await space.assertClean();
      expect(await reasonOf(space.assertClean({ by: ['client'] }))).toBeInstanceOf(VerdictError);
      space.ignoreFindings('lost-film', 'paid-twice', 'paid-again');
      await space.assertClean({ by: ['client'], singleTest: false });
    } finally {
      await lenient.close();
    }
  });
});

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof VerdictError)) throw new Error('the verdict is clean');
  return error.verdict.findings.map(({ code }) => code);
}

/** The client's own types call videos deprecated since its vendor's service ended. */
interface VideosClient {
  readonly videos: {
    create(wanted: { model: string; prompt: string; seconds: '4' }): Promise<unknown>;
  };
}

/** The two packages name the same types from two versions of a third. */
const model = z.custom<Parameters<typeof generateVideo>[0]['model']>(
  (value) => typeof value === 'object',
);

const prompt = 'a kite over the dunes';
const runwayWish = { model: 'veo3.1', ratio: '1280:720', duration: 4, promptText: prompt } as const;
const googleWish = { model: 'veo-3.1-generate-001', source: { prompt } };

const openRouterWish = { videoGenerationRequest: { model: 'google/veo-3.1', prompt } };

const clients: readonly (readonly [string, (space: TestSpace) => Promise<unknown>])[] = [
  [
    'openai',
    (space) => {
      const client: VideosClient = new OpenAI({ ...space.openai(), maxRetries: 0 });
      return client.videos.create({ model: 'sora-2', prompt, seconds: '4' });
    },
  ],
  [
    'openai in another process',
    (space) => {
      stubEnv(space.env('openai'));
      const client: VideosClient = new OpenAI();
      return client.videos.create({ model: 'sora-2', prompt, seconds: '4' });
    },
  ],
  ['runway', (space) => new RunwayML(space.runway()).textToVideo.create(runwayWish)],
  [
    'runway in another process',
    (space) => {
      stubEnv(space.env('runway'));
      return new RunwayML().textToVideo.create(runwayWish);
    },
  ],
  [
    'replicate',
    (space) => {
      const client = new Replicate(space.replicate());
      return client.predictions.create({ model: 'google/veo-3.1', input: { prompt } });
    },
  ],
  ['google', (space) => new GoogleGenAI(space.google()).models.generateVideos(googleWish)],
  [
    'google in another process',
    (space) => {
      stubEnv(space.env('google'));
      return new GoogleGenAI({}).models.generateVideos(googleWish);
    },
  ],
  [
    'openrouter',
    (space) => new OpenRouter(space.openrouter()).videoGeneration.generate(openRouterWish),
  ],
  [
    'openrouter in another process',
    (space) => {
      stubEnv(space.env('openrouter'));
      // It reads them once.
      resetEnv();
      return new OpenRouter().videoGeneration.generate(openRouterWish);
    },
  ],
  [
    'fal',
    (space) =>
      createFalClient(space.fal()).subscribe('fal-ai/veo3.1', {
        input: { prompt },
        pollInterval: 10,
      }),
  ],
  [
    'fal in the AI SDK',
    async (space) => {
      const { download, ...settings } = space.aiSdk.fal();
      const { video } = await generateVideo({
        model: model.parse(createFal(settings).video('fal-ai/veo3.1')),
        prompt,
        download,
        poll: { intervalMs: 20 },
      });
      expect(Buffer.from(video.uint8Array).toString('latin1', 4, 8)).toBe('ftyp');
    },
  ],
];

function stubEnv(env: { readonly [name: string]: string }): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

it('[mock.test-api] [mock.control-token] with a control token, nothing but its own calls reaches the control routes', async () => {
  const controlToken = 'a-token-for-tests';
  const guarded = await startMock({ controlToken });
  try {
    const space = guarded.space();
    await space.rule({ when: { contains: 'kite' }, then: { fault: 'lost-response' }, times: 1 });
    await payTwice(space);
    expect(space.ledger()).toMatchObject({ accepted: 2 });
    await space.clock.advance(1_000);
    await space.reset();
    await space.assertClean({ jobs: 0 });
    const ledger = `${guarded.url}/_mock/s/${space.name}/ledger`;
    expect((await fetch(ledger)).status).toBe(401);
    expect((await space.fetch(ledger)).status).toBe(401);
    const headers = { authorization: `Bearer ${controlToken}` };
    expect((await fetch(ledger, { headers })).status).toBe(200);
  } finally {
    await guarded.close();
  }
  await expect(startMock({ controlToken: 'short' })).rejects.toThrow(RangeError);
});

describe('settings of official clients', () => {
  it.each(clients)('[mock.test-api.clients] point %s at the space', async (_name, create) => {
    const space = mock.space();
    await create(space);
    expect(space.ledger(prompt)).toMatchObject({
      accepted: 1,
      jobs: [{ account: 'studio', answered: true }],
    });
  });

  it('[mock.test-api.clients] take a key', () => {
    const space = mock.space();
    const key = 'poor-key';
    expect([
      space.openai(key).apiKey,
      space.runway(key).apiKey,
      space.replicate(key).auth,
      space.google(key).apiKey,
      space.openrouter(key).apiKey,
      space.luma(key).authToken,
      space.fal(key).credentials,
      space.aiSdk.fal(key).apiKey,
      space.env('openai', key)['OPENAI_API_KEY'],
    ]).toEqual([key, key, key, key, key, key, `${key}:secret`, `${key}:secret`, key]);
  });

  it('[mock.test-api.clients] keep what a call of fal says in a Request', async () => {
    const space = mock.space();
    const { credentials, fetch: fetchFal } = space.fal();
    const call = new Request('https://queue.fal.run/fal-ai/veo3.1', {
      method: 'POST',
      headers: { authorization: `Key ${credentials}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    expect((await fetchFal(call)).status).toBe(200);
    expect(space.ledger(prompt)).toMatchObject({ accepted: 1 });
  });

  it('[mock.test-api.clients] download no error in the place of a video', async () => {
    const { download } = mock.space().aiSdk.fal();
    await expect(download({ url: new URL(`${mock.url}/none`) })).rejects.toThrow(/status 40\d/);
  });
});
