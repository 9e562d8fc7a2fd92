import OpenAI from 'openai';
import OpenAI6 from 'openai-6';
import { describe, expect, it } from 'vitest';
import { send } from './response.ts';
import { fastModel, imageModel, saying } from './local-client.ts';
import { instant } from './prompts.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
/** The package also fetches a data URL, to detect the features of `fetch`. */
function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

// Both have the members used here; their types differ.
const versions: readonly { version: string; Client: typeof OpenAI; tags: string[] }[] = [
  { version: '7.57', Client: OpenAI, tags: ['sampled'] },
  { version: '6.27', Client: OpenAI6 as unknown as typeof OpenAI, tags: ['long'] },
];

describe.each(versions)('openai $version', ({ Client, tags }) => {
  function connect(apiKey = shared.gateway.serviceApiKey) {
    const counted = { requests: 0 };
    const client = new Client({
      apiKey,
      baseURL: `${shared.gateway.localUrl}/v1`,
      maxRetries: 2,
      fetch: (input, init) => {
        if (urlOf(input).startsWith('http')) counted.requests += 1;
        return fetch(input, init);
      },
    });
    return { client, counted };
  }
  const user = (text: string) => [{ role: 'user', content: text }] as const;
  const chat = (client: OpenAI, text: string, model: string = fastModel) =>
    client.chat.completions.create({ model, messages: [...user(text)] });

  it('[local.openai.models] lists the models', { tags }, async () => {
    const ids: string[] = [];
    for await (const { id } of connect().client.models.list()) ids.push(id);
    expect(ids).toContain(fastModel);
    expect(ids.length).toBeGreaterThan(500);
  });

  it('[local.openai.chat] makes a video by chat.completions.create', { tags }, async () => {
    const completion = await chat(connect().client, instant('an official fox'));
    const url = completion.choices[0]?.message.content ?? '';
    expect(completion).toMatchObject({ object: 'chat.completion', video_url: url });
    expect((await send(url)).headers.get('content-type')).toBe('video/mp4');
  });

  it('[local.openai.stream] makes a video by a streamed one', { tags }, async () => {
    const { client } = connect();
    const stream = await client.chat.completions.create({
      model: fastModel,
      messages: [...user(instant('a streamed official fox'))],
      stream: true,
    });
    let url = '';
    const ends: (string | null)[] = [];
    for await (const { choices } of stream) {
      url += choices[0]?.delta.content ?? '';
      ends.push(choices[0]?.finish_reason ?? null);
    }
    expect(ends).toEqual([null, 'stop']);
    expect((await send(url)).status).toBe(200);
  });

  it('[local.openai.images] makes images by images.generate', { tags }, async () => {
    const { client } = connect();
    const wish = {
      model: imageModel,
      prompt: instant('two official foxes'),
      n: 2,
      response_format: 'b64_json',
    } as const;
    const made = await client.images.generate(wish);
    expect(made.data).toHaveLength(2);
    expect(made.data?.[0]?.b64_json).toMatch(/^iVBORw0KGgo/);
  });

  const failures = [
    ['AuthenticationError', 401, 'api_key_invalid', 1, 'x', 'wrong key'],
    ['BadRequestError', 400, 'content_rejected', 1, 'fail=policy', undefined],
    ['PermissionDeniedError', 403, 'account_forbidden', 1, 'refuse=403', undefined],
    ['InternalServerError', 502, 'outcome_unknown', 1, 'lost-response', undefined],
    ['InternalServerError', 502, 'generation_failed', 3, 'fail=internal', undefined],
  ] as const;

  it.each(failures)(
    '[local.openai.errors][local.errors.no-retry] throws %s for %d %s, after %d requests (%s)',
    { tags },
    async (name, status, code, requests, token, apiKey) => {
      const { client, counted } = connect(apiKey?.replace(' ', '-'));
      const prompt = token === 'x' ? 'x' : instant(`${name} ${code}`, token);
      const error: unknown = await chat(client, prompt).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Client[name]);
      expect(error).toMatchObject({ status, code });
      expect(counted.requests).toBe(requests);
    },
  );

  it('[local.openai.errors] distinguishes a wrong model from an unknown path', {
    tags,
  }, async () => {
    const { client, counted } = connect();
    await expect(chat(client, 'x', 'vidA-*')).rejects.toMatchObject({
      status: 400,
      code: 'model_invalid',
      param: 'model',
    });
    await expect(client.post('/videos', { body: saying('x') })).rejects.toBeInstanceOf(
      Client.NotFoundError,
    );
    expect(counted.requests).toBe(2);
  });
});

describe('openai against a pool without credits', () => {
  const poor = useGateway(() => ({ accounts: [{ label: 'poor', credits: 1 }] }));

  it('[local.openai.errors] throws RateLimitError once, for waiting does not help', async () => {
    let requests = 0;
    const client = new OpenAI({
      apiKey: poor.gateway.serviceApiKey,
      baseURL: `${poor.gateway.localUrl}/v1`,
      fetch: (input, init) => {
        if (urlOf(input).startsWith('http')) requests += 1;
        return fetch(input, init);
      },
    });
    const call = client.chat.completions.create({
      model: fastModel,
      messages: [{ role: 'user', content: 'dear' }],
    });
    await expect(call).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    expect(requests).toBe(1);
  });
});
