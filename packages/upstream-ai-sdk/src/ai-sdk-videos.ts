import type { Acceptability, GenerationRequest, ReferenceKind, Route } from '@filmgate/core';
import {
  bearerKey,
  type Carriage,
  checkByFacts,
  checkCarriage,
  factsOf,
  type InlineMedia,
  InTurns,
  type ProviderDefinition,
  type ProviderDescription,
  type VideoModelFacts,
  withoutOptions,
} from '@filmgate/upstream-http';
import { modelTransport } from './model-transport.ts';
import { startedIn } from './model-messages.ts';
import { pollOf } from './poll-of.ts';
import { failedByState, type ReadFailure } from './read-failure.ts';
import type { MakeModel } from './video-model.ts';
import { type ModelOptions, strangeConstant, videoOrder, writtenOptions } from './video-order.ts';

/** A provider whose videos are ordered and read by models of the AI SDK. */
export interface AiSdkVideos
  extends Pick<ProviderDescription, 'protocol' | 'displayName' | 'endpoints' | 'families'>,
    Pick<ProviderDescription, 'isGone' | 'probe'>,
    Partial<Pick<ProviderDescription, 'charges' | 'credential' | 'handlesBelongTo' | 'unit'>>,
    Partial<Pick<ProviderDescription, 'readRefusal' | 'refusals'>> {
  readonly makeModel: MakeModel;
  /** Facts of the models on offer. A request that they do not allow, or for another model, is not accepted. */
  readonly models: readonly VideoModelFacts[];
  /** References that the models can be given, which send their bytes inside the one request. */
  readonly carriage: Omit<Carriage, 'media'> & {
    readonly media: {
      readonly [K in ReferenceKind]?: Omit<InlineMedia, 'isLinked' | 'uploadedAbove'>;
    };
  };
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

/**
 * Defines a provider by the models of an AI SDK package. A lost response is found by no search: it waits for a person.
 */
export function aiSdkVideos(own: AiSdkVideos): ProviderDefinition {
  const {
    makeModel,
    models,
    options,
    timing,
    readFailure = failedByState,
    largest,
    ...parts
  } = own;
  const { carriage, readRefusal = () => undefined, ...description } = parts;
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
    poll: pollOf(readFailure, largest),
    through: (transport, { baseUrl }) => {
      const large = largest === undefined ? undefined : { bytes: largest, turns: new InTurns(4) };
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
