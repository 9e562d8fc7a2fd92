import type { Acceptability, GenerationRequest, JsonValue, Route } from '@filmgate/core';
import {
  bearerKey,
  type Carriage,
  checkByFacts,
  checkCarriage,
  factsOf,
  InTurns,
  type JsonResponse,
  type PollReading,
  type ProviderDefinition,
  type ProviderDescription,
  type VideoModelFacts,
  withoutOptions,
} from '@filmgate/upstream-http';
import { modelTransport } from './model-transport.ts';
import {
  operationOrigin,
  operationPath,
  savedOperation,
  startedIn,
  statusIn,
} from './model-messages.ts';
import { failedByState, type ReadFailure } from './read-failure.ts';
import type { MakeModel } from './video-model.ts';
import { type ModelOptions, strangeConstant, videoOrder, writtenOptions } from './video-order.ts';

/** Parts that are those of every provider. */
type Same = 'protocol' | 'displayName' | 'endpoints';
/** Parts with usual values, see below. */
type Usual =
  | 'charges'
  | 'credential'
  | 'families'
  | 'handlesBelongTo'
  | 'isGone'
  | 'probe'
  | 'readRefusal'
  | 'refusals'
  | 'unit';

/** A provider whose videos are ordered and read by models of the AI SDK. */
export interface AiSdkVideos
  extends Pick<ProviderDescription, Same>,
    Partial<Pick<ProviderDescription, Usual>> {
  readonly makeModel: MakeModel;
  /** Facts of the models on offer. A request that they do not allow, or for another model, is not accepted. */
  readonly models: readonly VideoModelFacts[];
  /** References that the models can be given, which send them inside the one request. */
  readonly carriage: Carriage;
  /** Returns the options that packages map in ways of their own. Every field of the request must arrive. */
  readonly options: (request: GenerationRequest, route: Route) => ModelOptions;
  /** Absent = `failedByState`. */
  readonly readFailure?: ReadFailure;
  readonly timing?: Partial<ProviderDescription['timing']>;
  /** Maximum size of a response with a video in it, in bytes; absent = the models name links. */
  readonly largest?: number;
}

/** Providers state none of these: the values are ours, and generous where too short a time would lose a video. */
const usualTiming = {
  minimumPollIntervalMs: 5_000,
  visibilityLagMs: 600_000,
  reconcileAfterMs: null,
  sendTimeoutMs: 120_000,
} as const;

/** Maximum responses with a video inside that are read at once. */
const mostLargeReads = 4;

/**
 * Defines a provider by the models of an AI SDK package. A lost response is found by no search: it waits for a person.
 */
export function aiSdkVideos(own: AiSdkVideos): ProviderDefinition {
  const { makeModel, models, options, timing, readFailure = failedByState, largest, ...parts } = own;
  const { carriage, readRefusal = () => undefined, ...description } = parts;
  const bound = largest === undefined ? {} : { largest };
  const builtIn = Object.values(description.endpoints).map(({ baseUrl }) => baseUrl);
  return withoutOptions({
    credential: bearerKey,
    handlesBelongTo: 'account',
    unit: 'usd',
    charges: 'success',
    refusals: [],
    ...description,
    models,
    writes: writtenOptions,
    timing: { ...usualTiming, ...timing },
    accepts: (route, request) => acceptedBy({ carriage, models }, route, request),
    build: ({ route, request }) => {
      const order = videoOrder({ route, request }, factsOf(models, route), options(request, route));
      return { path: '/', body: { kind: 'json', value: order } };
    },
    readAcceptance: ({ body }) => startedIn(body),
    readRefusal: (response) =>
      startedIn(response.body) === undefined ? readRefusal(response) : undefined,
    poll: {
      request: (task) => ({
        path: operationPath(savedOperation(task)),
        origin: operationOrigin,
        ...bound,
      }),
      read: (response, task) => readVideo(response, task, readFailure),
    },
    through: (transport, { baseUrl }) => {
      const large =
        largest === undefined
          ? undefined
          : { bytes: largest, turns: new InTurns(mostLargeReads) };
      return modelTransport({ transport, baseUrl, builtIn, large }, makeModel);
    },
  });
}

function acceptedBy(
  { carriage, models }: Pick<AiSdkVideos, 'carriage' | 'models'>,
  route: Route,
  request: GenerationRequest,
): Acceptability {
  const not = (reason: string) => ({ kind: 'not-accepted', parameter: 'model', reason }) as const;
  const strange = strangeConstant(route);
  if (strange !== undefined) return not(`${strange} is no option of a video model.`);
  const facts = factsOf(models, route);
  if (facts === undefined) return not(`No facts of ${route.model} are known.`);
  const refused = checkCarriage(carriage, route, request) ?? checkByFacts(facts, request);
  // No package names the pixels of a resolution.
  return refused ?? { kind: 'accepted', size: 'as-made' };
}

/** Reads a poll: an end is one only if the provider's own response shows it. */
function readVideo(response: JsonResponse, task: JsonValue, readFailure: ReadFailure): PollReading {
  const { status, answer } = statusIn(response);
  const unclear = (what: string) =>
    ({ kind: 'unclear', detail: `the provider responded ${response.status}, ${what}` }) as const;
  const isSuccess = response.status >= 200 && response.status < 300;
  switch (status?.kind) {
    case 'pending':
      return response.status === 429 || response.status >= 500
        ? unclear('which the model calls pending')
        : { kind: 'pending', progress: null };
    case 'at':
    case 'bytes': {
      if (!isSuccess) return unclear('which the model calls a video');
      const output =
        status.kind === 'at'
          ? ({ kind: 'foreign', at: status.url } as const)
          : ({ kind: 'inline', at: status.base64 } as const);
      return { kind: 'succeeded', output, ...ignoredBy(task) };
    }
    case 'error': {
      const failure = answer === undefined ? undefined : readFailure(answer);
      if (failure === undefined) return unclear('which the model calls an error');
      const { detail = status.words, ...error } = failure;
      return { kind: 'failed', error: { ...error, detail } };
    }
    case 'withheld':
      return unclear('with a video that the model does not return');
    case 'thrown':
    case undefined:
      return unclear('which the model cannot read');
  }
}

/** Options that the model warned about when it had sent its request, for the trail. */
function ignoredBy(task: JsonValue) {
  const { ignored } = savedOperation(task);
  return ignored === undefined ? {} : { effective: { ignored: ignored.join(', ') } };
}
