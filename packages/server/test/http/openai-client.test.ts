import OpenAI from 'openai';
import OpenAI6 from 'openai-6';
import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { instant, parked } from './prompts.ts';
import { pngFile } from './sample-media.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

interface CountedClient<Client> {
  readonly client: Client;
  /** Number of requests that left the client, repeats included. */
  requests(): number;
}

interface ClientOptions {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** Members of the package used by these tests; both versions have them. */
interface VideosClient {
  readonly models: { list(): AsyncIterable<{ readonly id: string }> };
  readonly videos: {
    create(
      body: {
        readonly prompt: string;
        readonly seconds?: '4' | '8' | '12';
        readonly size?: '720x1280' | '1792x1024';
        readonly input_reference?: File;
      },
      options?: { readonly headers: Readonly<Record<string, string>> },
    ): PromiseLike<ClientVideo>;
    retrieve(id: string): PromiseLike<ClientVideo>;
    list(query: { readonly limit: number; readonly order?: 'asc' }): AsyncIterable<ClientVideo>;
    downloadContent(id: string): PromiseLike<Response>;
  };
}

interface ClientVideo {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly seconds: string | number;
  readonly size: string;
  readonly prompt: string | null;
}

const versions = [
  ['7.57', OpenAI, (options: ClientOptions): VideosClient => new OpenAI(options)],
  ['6.27', OpenAI6, (options: ClientOptions): VideosClient => new OpenAI6(options)],
] as const;

describe.each(versions)('openai %s', (_, errors, createClient) => {
  function counted(apiKey = shared.gateway.apiUserKey): CountedClient<VideosClient> {
    let requests = 0;
    const client = createClient({
      apiKey,
      baseURL: `${shared.gateway.tasksUrl}/v1`,
      maxRetries: 2,
      fetch: (input, init) => {
        // The package also fetches a data URL, to detect the features of `fetch`.
        const url = input instanceof Request ? input.url : String(input);
        if (url.startsWith('http')) requests += 1;
        return fetch(input, init);
      },
    });
    return { client, requests: () => requests };
  }

  /** Error of a call that must fail, and its number of requests. */
  async function failureOf(
    call: (client: VideosClient) => PromiseLike<unknown>,
    apiKey?: string,
  ): Promise<{ readonly error: unknown; readonly requests: number }> {
    const { client, requests } = counted(apiKey);
    try {
      await call(client);
    } catch (error) {
      return { error, requests: requests() };
    }
    throw new Error('the call was expected to fail');
  }

  it('[tasks.create.multipart][tasks.create.number-text] creates without a file, which it sends as multipart', async () => {
    const prompt = parked('made by the official client');
    const video = await counted().client.videos.create({ prompt, seconds: '8', size: '720x1280' });
    expect(video).toMatchObject({ object: 'video', status: 'in_progress', progress: 0, prompt });
    expect(Number(video.seconds)).toBe(8);
    expect(video.size).toBe('1080x1920');
  });

  it('[tasks.create.multipart][tasks.images.input-reference] creates with a file', async () => {
    const body = { prompt: parked('with a file'), input_reference: pngFile('fox.png') };
    const video = await counted().client.videos.create(body);
    expect(video).toMatchObject({ status: 'in_progress', warnings: [] });
  });

  it('[tasks.read.own-200][tasks.content.video] retrieves until the end and downloads the video', async () => {
    const { client } = counted();
    const created = await client.videos.create({ prompt: instant('to be downloaded') });
    const done = await eventually(
      async () => {
        const video = await client.videos.retrieve(created.id);
        return video.status === 'completed' ? video : undefined;
      },
      { what: 'completion' },
    );
    expect(done.progress).toBe(100);
    const content = await client.videos.downloadContent(created.id);
    const bytes = new Uint8Array(await content.arrayBuffer());
    expect(content.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(bytes.subarray(4, 8)).toString('latin1')).toBe('ftyp');
  });

  it('[tasks.list.after][tasks.list.shape] pages through the list automatically', async () => {
    const user = await shared.newUser();
    const { client } = counted(user.key);
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      made.push((await client.videos.create({ prompt: parked(`page ${index}`) })).id);
    }
    const newestFirst: string[] = [];
    for await (const video of client.videos.list({ limit: 3 })) newestFirst.push(video.id);
    const oldestFirst: string[] = [];
    for await (const video of client.videos.list({ limit: 2, order: 'asc' }))
      oldestFirst.push(video.id);
    expect(newestFirst).toEqual([...made].toReversed());
    expect(oldestFirst).toEqual(made);
  });

  it('[tasks.models.list] lists the models', async () => {
    const ids: string[] = [];
    for await (const { id } of counted().client.models.list()) ids.push(id);
    expect(ids).toEqual(expect.arrayContaining(['vm_std-2.0', 'vm_std-2.0_faceok']));
  });

  it('[auth.key-invalid][errors.shape] knows a bad key, a bad request and a missing task by its error classes', async () => {
    const unauthorised = await failureOf((client) => client.videos.retrieve('vt_x'), 'wrong');
    expect(unauthorised.error).toBeInstanceOf(errors.AuthenticationError);
    expect(unauthorised.error).toMatchObject({ status: 401, code: 'api_key_invalid' });

    const bad = await failureOf((client) =>
      client.videos.create({ prompt: 'a fox', seconds: '4' }),
    );
    expect(bad.error).toBeInstanceOf(errors.BadRequestError);
    expect(bad.error).toMatchObject({
      status: 400,
      code: 'payload_invalid',
      param: 'seconds',
      type: 'invalid_request_error',
      requestID: expect.stringMatching(/\S/),
    });

    const missing = await failureOf((client) =>
      client.videos.retrieve('vt_00000000000000000000000000'),
    );
    expect(missing.error).toBeInstanceOf(errors.NotFoundError);
    expect(missing.error).toMatchObject({ code: 'job_not_found' });
    expect([unauthorised.requests, bad.requests, missing.requests]).toEqual([1, 1, 1]);
  });

  it('[errors.no-retry-on-conflict][idempotency.conflict] does not repeat a conflict, which it would by default', async () => {
    const headers = { 'Idempotency-Key': `conflict-${crypto.randomUUID()}` };
    await counted().client.videos.create({ prompt: parked('first') }, { headers });
    const { error, requests } = await failureOf((client) =>
      client.videos.create({ prompt: parked('second') }, { headers }),
    );
    expect(error).toBeInstanceOf(errors.ConflictError);
    expect(error).toMatchObject({ code: 'idempotency_key_conflict' });
    expect(requests).toBe(1);
  });

  it('[errors.no-retry-on-quota][quota.exhausted] does not repeat a request its quota cannot pay', async () => {
    const user = await shared.newUser(0);
    const create = (client: VideosClient) => client.videos.create({ prompt: parked('too dear') });
    const { error, requests } = await failureOf(create, user.key);
    expect(error).toBeInstanceOf(errors.RateLimitError);
    expect(error).toMatchObject({ code: 'api_user_total_limit_exhausted' });
    expect(requests).toBe(1);
  });

  it('[tasks.size.tolerance] is informed which of its sizes has no supported aspect', async () => {
    const create = (client: VideosClient) =>
      client.videos.create({ prompt: parked('wide'), size: '1792x1024' });
    const { error } = await failureOf(create);
    expect(error).toMatchObject({ code: 'payload_invalid', param: 'size' });
  });
});
