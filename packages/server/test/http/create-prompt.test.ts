import { describe, expect, it } from 'vitest';
import { expectApiError } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { pngDataUrl } from './sample-media.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const token = '[[mock:run=99999s]]';

async function refused(body: object, param: string | RegExp): Promise<void> {
  const response = await shared.tasks.create(body);
  expectApiError(response, { status: 400, code: 'payload_invalid', param });
}

/** A prompt of exactly so many code points that ends in a magic token. */
function ofLength(codePoints: number, character: string): string {
  return character.repeat(codePoints - token.length) + token;
}

describe('the length of a prompt', () => {
  it.each(['a', '狐', '🦊', '𝒳'])(
    '[tasks.prompt.length][tasks.prompt.code-points][tasks.aspect.tokens-unread] 20000 code points of %s, token included, are accepted and echoed',
    async (character) => {
      const prompt = ofLength(20_000, character);
      expect([...prompt].length).toBe(20_000);
      expect(taskOf(await shared.tasks.create(smallest(prompt))).prompt).toBe(prompt);
    },
  );

  it.each(['a', '狐', '🦊', '𝒳'])(
    '[tasks.prompt.length][tasks.prompt.code-points][tasks.aspect.tokens-unread] 20001 code points of %s, token included, are refused',
    async (character) => {
      await refused(smallest(ofLength(20_001, character)), 'prompt');
    },
  );

  it('[tasks.prompt.length] one character is enough', async () => {
    expect(taskOf(await shared.tasks.create(smallest('狐'))).prompt).toBe('狐');
  });

  it('[tasks.prompt.code-points] a combined character counts each of its code points', async () => {
    const pairs = 'e\u0301'.repeat(10_000);
    expect(taskOf(await shared.tasks.create(smallest(pairs))).prompt).toBe(pairs);
    await refused(smallest(`${pairs}e`), 'prompt');
  });

  it('[tasks.prompt.length] the text of content is held to the same length', async () => {
    const half = 'a'.repeat(10_000 - token.length);
    const parts = (first: string) => [
      { type: 'text', text: first },
      { type: 'text', text: half + token },
    ];
    const fits = await shared.tasks.create({
      content: parts('b'.repeat(9_999)),
      resolution: '720p',
    });
    expect([...taskOf(fits).prompt].length).toBe(20_000);
    const over = await shared.tasks.create({ content: parts('b'.repeat(10_000)) });
    expectApiError(over, { status: 400, code: 'payload_invalid', param: /^(prompt|content)/ });
  });
});

describe('white space', () => {
  it.each(['', ' ', '   ', '\n', '\t\r\n', '\u00a0', '\u3000', '\u2003\u2028'])(
    '[tasks.prompt.blank] the prompt %j is refused in JSON',
    async (prompt) => {
      await refused({ prompt }, 'prompt');
    },
  );

  it.each(['', ' ', '\n', '\u3000'])(
    '[tasks.prompt.blank] the prompt %j is refused in multipart',
    async (prompt) => {
      const response = await shared.tasks.createForm([['prompt', prompt]]);
      expectApiError(response, { status: 400, code: 'payload_invalid', param: 'prompt' });
    },
  );

  it('[tasks.prompt.blank] an empty prompt is refused although content has text', async () => {
    await refused({ prompt: '', content: [{ type: 'text', text: 'a fox' }] }, 'prompt');
  });

  it('[tasks.prompt.untrimmed] is kept around the text', async () => {
    const prompt = `  \n\t ${parked('a fox')} \u3000\n`;
    const task = taskOf(await shared.tasks.create(smallest(prompt)));
    expect(task.prompt).toBe(prompt);
    expect((await shared.tasks.read(task.id)).prompt).toBe(prompt);
  });

  it('[tasks.prompt.untrimmed] counts towards the length', async () => {
    const body = parked('a fox');
    const room = 20_000 - [...body].length;
    expect(taskOf(await shared.tasks.create(smallest(' '.repeat(room) + body))).status).toBe(
      'in_progress',
    );
    await refused(smallest(' '.repeat(room + 1) + body), 'prompt');
  });
});

describe('text that must come back as it was sent', () => {
  it.each([
    '"quotes" and \\backslashes\\',
    '<script>alert(1)</script>',
    'zero\u200bwidth',
    'right\u202eleft',
    '👩‍👩‍👧‍👦 family',
    "Robert'); DROP TABLE jobs;--",
    '{{template}} ${value} %s',
  ])('[tasks.object.echo] %j', async (text) => {
    const prompt = parked(text);
    expect(taskOf(await shared.tasks.create(smallest(prompt))).prompt).toBe(prompt);
  });
});

describe('where the text comes from', () => {
  it('[tasks.prompt.from-content] text parts are joined by a newline', async () => {
    const content = [
      { type: 'text', text: 'a fox' },
      { type: 'image_url', image_url: { url: pngDataUrl() } },
      { type: 'text', text: parked('in the snow') },
    ];
    const task = taskOf(await shared.tasks.create({ content, resolution: '720p' }));
    expect(task.prompt).toBe(`a fox\n${parked('in the snow')}`);
  });

  it('[tasks.prompt.from-content] null leaves it to content, a prompt does not', async () => {
    const content = [{ type: 'text', text: parked('from content') }];
    const absent = await shared.tasks.create({ prompt: null, content, resolution: '720p' });
    expect(taskOf(absent).prompt).toBe(parked('from content'));
    const present = await shared.tasks.create({ ...smallest(parked('from prompt')), content });
    expect(taskOf(present).prompt).toBe(parked('from prompt'));
  });

  it.each([
    {},
    { prompt: null },
    { images: [pngDataUrl()] },
    { content: [{ type: 'image_url', image_url: pngDataUrl() }] },
    { input_reference: { image_url: pngDataUrl() } },
    { content: [] },
    { content: [{ type: 'text', text: ' ' }] },
  ])('[tasks.prompt.required] a body without text is refused (%#)', async (body) => {
    await refused(body, /^(prompt|content)/);
  });

  it.each([5, true, ['a fox'], { text: 'a fox' }])(
    '[tasks.prompt.required][tasks.create.param] a prompt of %j is refused',
    async (prompt) => {
      await refused({ prompt }, 'prompt');
    },
  );
});
