import {
  catalogAt,
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  type ManualClock,
} from '@filmgate/conformance';
import {
  type CostUnit,
  createGateway,
  defaultGatewayOptions,
  type GatewayOptions,
  type GatewayPorts,
  type Job,
  type JsonValue,
  type Logger,
  type ModelCatalog,
} from '@filmgate/core';
import { createDigest, createRunner } from '@filmgate/runtime-node';
import {
  createTaskProvider,
  type EndpointRefusal,
  type ProviderDescription,
  type Transport,
  type TransportCall,
  type TransportResponse,
} from '@filmgate/upstream-http';

/** Response of an endpoint to one call. */
export interface EndpointResponse {
  readonly status?: number;
  readonly headers?: { readonly retryAfter?: string; readonly contentEncoding?: string };
  readonly body: JsonValue | Uint8Array;
}

/** Responses of an endpoint, by call. */
export interface EndpointScript {
  /** Responses to submissions, in order; the last one repeats. */
  readonly submit?: readonly EndpointResponse[];
  /** Responses to reads of the task, likewise. */
  readonly poll?: readonly EndpointResponse[];
}

const usual = {
  submit: [{ body: { id: 'video_1', object: 'video', status: 'queued' } }],
  poll: [{ body: { id: 'video_1', object: 'video', status: 'completed', progress: 100 } }],
} as const satisfies EndpointScript;
/** Response to a probe of the account. */
const noTasks: EndpointResponse = { body: { total: 0, items: [] } };
const video = new TextEncoder().encode('a film');

interface EndpointOptions {
  /** Refusals that an operator declares for the endpoint. */
  readonly refusals?: readonly EndpointRefusal[];
  /** The provider's name of the model; absent = the family's. */
  readonly model?: string;
}

/** The catalog of the tests at the endpoint, with one model for all families. */
function catalogOf(model: string | undefined): ModelCatalog {
  const catalog = catalogAt('place-1');
  const families = catalog.families.map(({ routes, ...family }) => ({
    ...family,
    routes: routes.map((route) => ({ ...route, model: model ?? route.model })),
  }));
  return { ...catalog, families };
}

/** One described provider behind the gateway's core, with a stopped clock, and scripted responses. */
export class EndpointWorld {
  readonly clock: ManualClock = createManualClock(Date.UTC(2026, 10, 29));
  readonly calls: (Pick<TransportCall, 'method' | 'path'> & { readonly at: number })[] = [];
  readonly #storage = createMemoryStorage();
  readonly #ids = createSeededIds(1);
  readonly #ports: GatewayPorts;
  readonly #script: Required<EndpointScript>;
  readonly #unit: CostUnit;
  readonly #options: GatewayOptions;

  constructor(
    description: ProviderDescription,
    script: EndpointScript,
    { refusals = [], model }: EndpointOptions = {},
  ) {
    const catalog = catalogOf(model);
    this.#options = { ...defaultGatewayOptions, catalog: () => catalog };
    this.#script = { ...usual, ...script };
    this.#unit = description.unit;
    const client = createTaskProvider(description, {
      endpoint: {
        id: 'place-1',
        baseUrl: 'https://relay.example/v1',
        resultHosts: [],
        isConfigured: true,
        refusals,
      },
      transport: this.#transport(),
      openUrl: () => Promise.resolve({ kind: 'refused', message: 'no host but the own one' }),
      now: () => this.clock.now(),
    });
    const log: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    this.#ports = {
      storage: this.#storage,
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['place-1', client]]),
      clock: this.clock,
      ids: this.#ids,
      digest: createDigest(),
      log,
      fetchReference: () => Promise.resolve({ kind: 'refused', message: 'no references here' }),
      sniffMedia: () => undefined,
      inspectMedia: () =>
        Promise.resolve({
          kind: 'sound',
          note: null,
          contentType: 'video/mp4',
          width: 1280,
          height: 720,
          durationSeconds: 5,
          hasAudio: false,
        }),
      openSecret: () => 'sk-a-secret-of-the-place',
    };
  }

  #transport(): Transport {
    const script = { submit: [...this.#script.submit], poll: [...this.#script.poll] };
    const next = (responses: EndpointResponse[]): EndpointResponse => {
      const [first, ...others] = responses;
      if (first === undefined) throw new Error('The script has no answer.');
      if (others.length > 0) responses.shift();
      return first;
    };
    return {
      send: ({ method, path }) => {
        this.calls.push({ method, path, at: this.clock.now() });
        // Kling reads a task as a list of one; its probe is the read of task 0.
        const isList = path.includes('?') && !/\?task_ids=[^0]/.test(path);
        if (path === '/models' || isList) return Promise.resolve(responseOf(noTasks));
        if (path.endsWith('/content')) return Promise.resolve(responseOf({ body: video }));
        return Promise.resolve(responseOf(next(method === 'POST' ? script.submit : script.poll)));
      },
    };
  }

  /** Orders a video and lets `ms` pass. */
  async order(ms: number, owner = 'user:one'): Promise<string> {
    const settings = {
      label: 'one',
      families: ['*'],
      enabled: true,
      concurrency: 4,
      credits: null,
      unit: this.#unit,
    };
    if ((await this.#storage.accounts.find('one')) === undefined)
      await this.#storage.accounts.add({
        id: 'one',
        endpoint: 'place-1',
        settings,
        now: this.clock.now(),
      });
    const jobId = `vt_${this.#ids.next()}`;
    const family = 'vm_std-2.0';
    const result = await createGateway(this.#ports, this.#options).accept({
      owner,
      surface: 'tasks',
      jobId,
      idempotency: null,
      content: {},
      draft: {
        model: family,
        family,
        mediaType: 'video',
        prompt: 'a prompt',
        negativePrompt: null,
        durationSeconds: 5,
        aspectRatio: '16:9',
        aspectSource: 'default',
        resolution: '720p',
        generateAudio: false,
        references: [],
      },
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
    if (result.kind !== 'accepted') throw new Error(`not accepted: ${result.kind}`);
    await this.run(ms);
    return jobId;
  }

  /** Lets a runner work for `ms`. */
  async run(ms: number): Promise<void> {
    const options = { holder: this.#ids.next() };
    const runner = createRunner({ ports: this.#ports, gatewayOptions: this.#options, options });
    runner.start();
    await this.clock.advance(ms);
    const drained = runner.drain(0);
    await this.clock.advance(10_000);
    await drained;
  }

  async job(id: string): Promise<Job> {
    const job = await this.#storage.reader.find(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  }

  /** The steps of a job's trail with their facts. */
  async trail(id: string) {
    return (await this.#storage.reader.trail(id)).map(({ what, detail }) => ({ what, ...detail }));
  }

  submissions(): number {
    return this.calls.filter(({ method }) => method === 'POST').length;
  }
}

function responseOf({ status = 200, headers = {}, body }: EndpointResponse): TransportResponse {
  const isBytes = body instanceof Uint8Array;
  const bytes = isBytes ? body : new TextEncoder().encode(JSON.stringify(body));
  return {
    status,
    contentType: isBytes ? 'text/html' : 'application/json',
    contentEncoding: null,
    contentLength: bytes.length,
    etag: null,
    contentRange: null,
    retryAfter: null,
    ...headers,
    body: onePiece(bytes),
  };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
