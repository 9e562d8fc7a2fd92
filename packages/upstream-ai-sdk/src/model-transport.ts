import type { JsonValue } from '@filmgate/core';
import {
  NotMade,
  NotSent,
  NotShown,
  type Transport,
  type TransportCall,
  type TransportResponse,
} from '@filmgate/upstream-http';
import { z } from 'zod';
import { GuardedFetch, type RawResponse, type Reach } from './guarded-fetch.ts';
import {
  operationAt,
  operationOrigin,
  plainBody,
  startedBody,
  statusBody,
} from './model-messages.ts';
import { readStatus } from './read-status.ts';
import { settled } from './settled.ts';
import type { MakeModel, VideoModel } from './video-model.ts';
import { orderSchema, type VideoOrder } from './video-order.ts';

/** Returns the transport whose submissions and polls a model makes. Downloads and probes pass unchanged. */
export function modelTransport(reach: Reach, makeModel: MakeModel): Transport {
  const baseUrl = reach.baseUrl.replace(/\/$/, '');
  const make: Make = (model, { fetch }) => makeModel({ model, baseUrl, fetch });
  return {
    send: async (call) => {
      const guard = new GuardedFetch(reach, call);
      if (call.method === 'POST') return await start(call, guard, make);
      if (call.origin === operationOrigin) return await read(call, guard, make);
      return await reach.transport.send(call);
    },
  };
}

/** Parts of a start's result. The operation decides, as JSON has it; warnings that cannot be read are left out. */
const startSchema = z.object({
  operation: z
    .unknown()
    .transform(asJson)
    .pipe(z.json().refine((operation) => operation !== null)),
  warnings: z.array(z.object({ type: z.string(), feature: z.string().optional() })).catch([]),
});

/** Returns the value as JSON would keep it; undefined if it cannot. */
function asJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return undefined;
  }
}

type Make = (model: string, guard: GuardedFetch) => VideoModel;

/** Orders a video by `doStart`. Only the guard knows what left: the model's own errors prove nothing. */
async function start(
  call: TransportCall,
  guard: GuardedFetch,
  make: Make,
): Promise<TransportResponse> {
  const { signal, mayStart = () => true } = call;
  const order = orderIn(call);
  const model = modelOf(order, guard, make);
  if (!mayStart()) throw new NotSent('no time left');
  const result = await settled(() => model.doStart(optionsOf(order, signal)), signal);
  const { raw, refused } = await guard.end();
  if (raw === undefined) throw unsent(refused, result.words);
  const started = startSchema.safeParse(result.value).data;
  if (started === undefined)
    return { ...withBody(raw, plainBody(raw.body)), remark: refused ?? result.words };
  const { operation, warnings } = started;
  const ignored = warnings.map(({ feature, type }) => (feature ?? type).slice(0, 40));
  const noted = ignored.length > 0 ? { ignored: ignored.slice(0, 5) } : {};
  return withBody(raw, startedBody({ model: order.model, operation, ...noted }));
}

/** A refused request did not leave; a model that requested nothing here may have sent its order by another way. */
function unsent(refused: string | undefined, words: string): Error {
  return refused === undefined
    ? new NotShown(`nothing was sent through the gateway, but perhaps past it; ${words}`)
    : new NotMade(refused);
}

/** Reads a video by `doStatus`, and adds the provider's response to what the model makes of it. */
async function read(
  call: TransportCall,
  guard: GuardedFetch,
  make: Make,
): Promise<TransportResponse> {
  const { signal: abortSignal } = call;
  const { model: name, operation } = operationAt(call.path);
  const model = startable(make(name, guard));
  const { value } = await settled(() => model.doStatus({ operation, abortSignal }), abortSignal);
  const { raw } = await guard.end();
  if (raw === undefined) throw new Error('The model read nothing through the gateway.');
  const status = value === undefined ? ({ kind: 'thrown' } as const) : readStatus(value);
  return withBody(raw, statusBody(status, raw.body));
}

/** @throws NotMade when no order can be read */
function orderIn({ body }: TransportCall): VideoOrder {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined);
  const order = orderSchema.safeParse(JSON.parse(text)).data;
  if (order === undefined)
    throw new NotMade('the saved order has options that a model does not have');
  return order;
}

/** @throws NotMade when there is no such model */
function modelOf({ model }: VideoOrder, guard: GuardedFetch, make: Make) {
  try {
    return startable(make(model, guard));
  } catch (error) {
    throw new NotMade('the model cannot be made', { cause: error });
  }
}

/** @throws Error when the model has no start and status */
function startable(model: VideoModel) {
  const { doStart, doStatus } = model;
  if (doStart === undefined || doStatus === undefined)
    throw new Error('The model has no doStart and doStatus.');
  return { doStart: doStart.bind(model), doStatus: doStatus.bind(model) };
}

/** Returns the options of a call; those that a saved order does not have are undefined. */
function optionsOf({ options }: VideoOrder, abortSignal: AbortSignal) {
  const { aspectRatio, resolution, fps, seed, image, frameImages, inputReferences } = options;
  const { generateAudio } = options;
  const absent = { aspectRatio, resolution, fps, seed, image, frameImages, inputReferences };
  return { ...options, ...absent, generateAudio, abortSignal };
}

/** Returns the response with JSON in place of its body; undefined = an empty one. */
function withBody({ response }: RawResponse, body: JsonValue | undefined): TransportResponse {
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  return { ...response, contentEncoding: null, contentLength: bytes.length, body: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
