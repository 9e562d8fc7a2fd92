import { createMiniMax } from '@ai-sdk/minimax';
import { createXai } from '@ai-sdk/xai';
import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { experimental_generateVideo as generateVideo } from 'ai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

let mock: StartedMock;
let space: TestSpace;
beforeAll(async () => {
  mock = await startMock();
});
beforeEach(() => {
  space = mock.space();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => mock.close());

type Generation = Parameters<typeof generateVideo>[0];

/** The packages name the same types from two versions of a third. */
const modelSchema = z.custom<Generation['model']>((value) => typeof value === 'object');

interface Client {
  readonly name: string;
  readonly wire: string;
  /** Settings of the space for a key, and the model they make. */
  open(key?: string): Pick<Generation, 'model' | 'download'>;
  /** The smallest video of the model. */
  readonly smallest: Partial<Generation>;
  /** A refused key. */
  readonly refusal: RegExp;
  /** Error for a video filtered by safety. */
  readonly filtered: RegExp;
}

const clients: readonly Client[] = [
  {
    name: '@ai-sdk/minimax 3.0.45',
    wire: 'minimax',
    open: (key) => {
      const { download, ...settings } = space.aiSdk.minimax(key);
      return {
        model: modelSchema.parse(createMiniMax(settings).video('MiniMax-H3-Max')),
        download,
      };
    },
    smallest: { resolution: '480x480', aspectRatio: '1:1', duration: 5 },
    refusal: /login fail|refused with 401 as requested/,
    filtered: /sensitive content \(1026\)/,
  },
  {
    name: '@ai-sdk/xai 5.0.12',
    wire: 'xai',
    open: (key) => {
      const { download, ...settings } = space.aiSdk.xai(key);
      return {
        model: modelSchema.parse(createXai(settings).video('grok-imagine-video')),
        download,
      };
    },
    smallest: { resolution: '854x480', aspectRatio: '1:1', duration: 1 },
    refusal: /unauthenticated:no-credentials: .*refused with 401 as requested/,
    filtered: /Video generation failed: .*content moderation/,
  },
];

function isVideo({ uint8Array }: { readonly uint8Array: Uint8Array }): boolean {
  return Buffer.from(uint8Array).toString('latin1', 4, 8) === 'ftyp';
}

const quick = '[[mock:queue=20ms,run=20ms]]';

describe.each(clients)('ai 7.0.173 with $name', ({ wire, open, smallest, refusal, filtered }) => {
  const generate = (prompt: string, given: Partial<Generation> = {}, key?: string) =>
    generateVideo({
      ...open(key),
      prompt,
      ...smallest,
      maxRetries: 0,
      poll: { intervalMs: 20 },
      ...given,
    });

  it('[providers.personalities.clients] [mock.test-api.clients] makes a video, and is blamed for nothing', async () => {
    const { video, warnings } = await generate(`a kite ${quick}`, {}, 'other');
    expect(isVideo(video)).toBe(true);
    expect(warnings).toEqual([]);
    expect(space.ledger('a kite')).toMatchObject({
      accepted: 1,
      completed: 1,
      jobs: [{ account: 'other', wire }],
    });
    await space.assertClean();
  });

  it('[providers.personalities.clients] sends its first frame, which the ledger knows', async () => {
    const image = Buffer.from('iVBORw0KGgo=', 'base64');
    const prompt = { text: `framed ${quick}`, image };
    await generateVideo({ ...open(), prompt, poll: { intervalMs: 20 } });
    const [job] = space.ledger('framed').jobs;
    expect(job?.references).toMatchObject([{ size: 8 }]);
  });

  it('[providers.personalities.clients] throws at a refusal, and at what safety kept back', async () => {
    await expect(generate('refused [[mock:refuse=401]]')).rejects.toMatchObject({
      statusCode: 401,
      message: expect.stringMatching(refusal),
    });
    const failing = 'failed [[mock:queue=0s,run=0s,fail=policy]]';
    await expect(generate(failing)).rejects.toThrow(filtered);
  });

  it('[mock.verdict.paid-twice] pays twice where its answer is lost and it asks again by itself', async () => {
    vi.useFakeTimers();
    await space.rule({ when: { op: 'submit' }, then: { fault: 'lost-response' }, times: 1 });
    const made = generate(`a lost kite ${quick}`, { maxRetries: 1 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isVideo((await made).video)).toBe(true);
    expect(space.ledger('a lost kite')).toMatchObject({
      accepted: 2,
      jobs: [
        { attempt: 1, answered: false },
        { attempt: 2, answered: true },
      ],
    });
    space.expectFindings('paid-twice');
    await space.assertClean();
  });
});

it('[mock.charged-failures] @ai-sdk/xai takes what was kept back and charged for an error', async () => {
  const { download, ...settings } = space.aiSdk.xai();
  const generate = (model: string) =>
    generateVideo({
      model: modelSchema.parse(createXai(settings).video(model)),
      prompt: 'kept back [[mock:queue=0s,run=0s,charged-failure]]',
      download,
      maxRetries: 0,
      poll: { intervalMs: 20 },
    });
  await expect(generate('grok-imagine-video')).rejects.toThrow(/blocked due to a content policy/);
  await expect(generate('grok-imagine-video-as-400')).rejects.toMatchObject({ statusCode: 400 });
  const { failed, charged_credits: charged } = space.ledger('kept back');
  expect([failed, charged > 0]).toEqual([2, true]);
});
