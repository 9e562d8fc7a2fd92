import {
  AISDKError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type Experimental_VideoModelV4CallOptions as CallOptions,
  type Experimental_VideoModelV4OperationStartResult as StartResult,
  type Experimental_VideoModelV4OperationStatusResult as StatusResult,
  type Experimental_VideoModelV4Result as Result,
  type JSONObject,
} from '@ai-sdk/provider';
import { awaitVideo, type EndedVideo } from './await-video.ts';
import type { Gateway } from './gateway.ts';
import type { FilmgateOperation } from './interruption.ts';
import { orderFieldsOf, type StartOptions } from './order-fields.ts';
import { type Ordered, orderVideo } from './order-video.ts';
import { operationIn, readVideo } from './read-video.ts';
import { type ReadOptions, readKey, readVideoOptions } from './video-options.ts';

/** A started video with everything that the results need. */
interface Started extends Ordered {
  readonly key: string;
  readonly operation: FilmgateOperation;
  readonly options: ReadOptions;
  readonly warnings: StartResult['warnings'];
}

/** A model of one gateway. */
export class FilmgateVideoModel implements VideoModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'filmgate.video';
  readonly maxVideosPerCall = 1;
  readonly modelId: string;
  readonly #gateway: Gateway;
  readonly #generateId: () => string;

  constructor(modelId: string, gateway: Gateway, generateId: () => string) {
    this.modelId = modelId;
    this.#gateway = gateway;
    this.#generateId = generateId;
  }

  /** Orders a video and waits for it. No error after the order is retryable: the AI SDK would order again. */
  async doGenerate(call: CallOptions): Promise<Result> {
    const { task, operation, key, options, warnings, isReplay } = await this.#start(call);
    const video = await awaitVideo(this.#gateway, {
      operation,
      key,
      intervalMs: options.pollIntervalMs,
      timeoutMs: options.pollTimeoutMs,
      headers: call.headers,
      signal: call.abortSignal,
    });
    if (video.kind === 'failed') {
      throw new AISDKError({ name: 'AI_FilmgateVideoFailed', message: failureOf(video) });
    }
    const result = completed(video, { idempotencyKey: key, isReplay });
    return {
      ...result,
      warnings: [...warnings, ...result.warnings],
      response: this.#response(video.headers, task.metadata['model']),
    };
  }

  async doStart(call: StartOptions): Promise<StartResult> {
    const { task, operation, key, warnings, isReplay, headers } = await this.#start(call);
    return {
      operation,
      warnings: [...warnings, ...task.warnings],
      providerMetadata: { filmgate: { ...task.metadata, idempotencyKey: key, isReplay } },
      response: this.#response(headers, task.metadata['model']),
    };
  }

  async doStatus({
    operation,
    abortSignal,
    headers,
  }: Parameters<NonNullable<VideoModelV4['doStatus']>>[0]): Promise<StatusResult> {
    const call = { headers, signal: abortSignal };
    const read = await readVideo(this.#gateway, operationIn(operation), call);
    const response = this.#response(read.headers, undefined);
    if (read.kind === 'completed') return { status: 'completed', ...completed(read), response };
    if (read.kind === 'unread') {
      const message = `The video could not be read now: ${read.reason}`;
      return { status: 'pending', warnings: [{ type: 'other', message }], response };
    }
    const providerMetadata = { filmgate: read.task.metadata };
    return read.kind === 'failed'
      ? { status: 'error', error: failureOf(read), providerMetadata, response }
      : { status: 'pending', providerMetadata, response };
  }

  async #start(call: StartOptions): Promise<Started> {
    const options = readVideoOptions(call.providerOptions);
    const { body, warnings } = orderFieldsOf(this.modelId, call, options.resolution);
    const key = options.idempotencyKey ?? keyInHeaders(call.headers) ?? this.#generateId();
    const { headers, abortSignal: signal } = call;
    const ordered = await orderVideo(this.#gateway, { body, key, headers, signal });
    const operation = { videoId: ordered.task.id, baseURL: this.#gateway.baseURL };
    return { ...ordered, key, operation, options, warnings: [...warnings] };
  }

  #response(headers: Record<string, string> | undefined, model: unknown): Result['response'] {
    const modelId = typeof model === 'string' ? model : this.modelId;
    return { timestamp: new Date(), modelId, headers };
  }
}

/** Returns the key of the caller or of the AI SDK, which makes one for each start. */
function keyInHeaders(headers: CallOptions['headers'] = {}): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key');
  return readKey(found?.[1], 'the header Idempotency-Key');
}

/** Metadata is listed by video: the AI SDK joins the lists of the calls for several videos. */
function completed(
  { task, data, mediaType }: Extract<EndedVideo, { readonly kind: 'completed' }>,
  order: JSONObject = {},
): Pick<Result, 'videos' | 'warnings'> & Required<Pick<Result, 'providerMetadata'>> {
  return {
    videos: [{ type: 'binary', data, mediaType }],
    warnings: [...task.warnings],
    providerMetadata: { filmgate: { videos: [{ ...task.metadata, ...order }] } },
  };
}

function failureOf({ task }: EndedVideo): string {
  return `Video ${task.id} failed: ${task.error}.`;
}
