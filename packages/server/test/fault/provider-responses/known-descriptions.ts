import type {
  FindRule,
  JsonResponse,
  PreparedCall,
  ProviderDescription,
} from '@filmgate/upstream-http';
import { ark } from '@filmgate/upstream-http/ark';
import { dashscope } from '@filmgate/upstream-http/dashscope';
import { fal } from '@filmgate/upstream-http/fal';
import { google } from '@filmgate/upstream-http/google';
import { kling } from '@filmgate/upstream-http/kling';
import { luma } from '@filmgate/upstream-http/luma';
import { minimax } from '@filmgate/upstream-http/minimax';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { openrouter } from '@filmgate/upstream-http/openrouter';
import { replicate } from '@filmgate/upstream-http/replicate';
import { runway } from '@filmgate/upstream-http/runway';
import { vertex } from '@filmgate/upstream-http/vertex';
import { vidu } from '@filmgate/upstream-http/vidu';
import { xai } from '@filmgate/upstream-http/xai';
import {
  type PersonalityEndpoint,
  personalityEndpoints,
} from '../../http/personality-endpoints.ts';
import { instant, parked } from '../../http/prompts.ts';
import { everyField, type FieldPath, fieldsRead } from './fields-read.ts';
import type { Replaced, Said } from './worst-proxy.ts';

/**
 * An endpoint, and the gateway's description of its responses; the mock's own protocol has none, and counts as reading
 * every field.
 */
export interface DescribedEndpoint {
  readonly endpoint: PersonalityEndpoint;
  readonly description?: ProviderDescription;
}

const mock: PersonalityEndpoint = {
  name: 'mock',
  protocol: 'openai-videos',
  path: '',
  model: 'any',
  resolutions: ['720p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [4],
  secrets: {},
};

const definitions = {
  kling,
  ark,
  minimax,
  dashscope,
  google,
  vertex,
  'openai-videos': openaiVideos,
  xai,
  luma,
  vidu,
  runway,
  openrouter,
  replicate,
  fal,
} as const;

/** Every protocol in each of its dialects, and the mock's own. */
export const describedEndpoints: readonly DescribedEndpoint[] = [
  ...personalityEndpoints.map((endpoint) => ({
    endpoint,
    description: definitions[endpoint.protocol].describe(
      endpoint.dialect === undefined ? {} : { dialect: endpoint.dialect },
    ),
  })),
  { endpoint: mock },
];

/** A response that the gateway reads, and the request for it. */
export interface ReadResponse {
  readonly name: string;
  readonly prompt: string;
  /** Cause of the request. */
  readonly by: 'creation' | 'look' | 'second look' | 'search' | 'test';
  readonly replaced: Replaced;
}

const everyResponse = [
  { name: 'a task that is finished', by: 'look', prompt: instant('finished') },
  { name: 'a task that failed', by: 'look', prompt: instant('failed', 'fail=policy') },
  { name: 'a task that runs', by: 'look', prompt: parked('running') },
  { name: 'the result of a task', by: 'second look', prompt: instant('finished') },
  { name: 'the error of a task', by: 'second look', prompt: instant('failed', 'fail=policy') },
  { name: 'an acceptance', by: 'creation', prompt: instant('accepted') },
  { name: 'a refusal', by: 'creation', prompt: '[[mock:refuse=400]]' },
  { name: 'a search', by: 'search', prompt: 'lost [[mock:lost-response]]' },
  { name: 'an account', by: 'test', prompt: '' },
] as const satisfies readonly Omit<ReadResponse, 'replaced'>[];

/** Returns every response of an endpoint that is read. */
export function responsesOf({ endpoint, description }: DescribedEndpoint): readonly ReadResponse[] {
  const isSearched = description === undefined || description.find !== undefined;
  const isReadTwice = description?.poll.second !== undefined;
  // Excludes the videos themselves.
  const read = new RegExp(`^${endpoint.path}/(?!.*(?:/content$|results|files))`);
  const secondRead = new RegExp(`${read.source}.*/requests/[^/]+$`);
  // An operation is read by POST.
  const isPosted = endpoint.protocol === 'vertex';
  const calls = { creation: /:predictLongRunning$/, other: /:fetchPredictOperation$/ };
  const first = (by: ReadResponse['by']) =>
    isPosted ? calls[by === 'creation' ? 'creation' : 'other'] : read;
  return everyResponse
    .filter(({ by }) => (by !== 'search' || isSearched) && (by !== 'second look' || isReadTwice))
    .map((response) => ({
      ...response,
      replaced: {
        method: response.by === 'creation' || isPosted ? 'POST' : 'GET',
        path: response.by === 'second look' ? secondRead : first(response.by),
      },
    }));
}

/** Returns the fields of a response that the gateway reads. */
export function fieldsOf(
  { description }: DescribedEndpoint,
  { by }: ReadResponse,
  { said, accepted }: { readonly said: Said; readonly accepted: Said },
): readonly FieldPath[] {
  const { status, body } = said;
  if (description === undefined) return everyField(body);
  return fieldsRead(body, (watched) =>
    readingOf(description, by, { response: { status, body: watched }, accepted }),
  );
}

/** Returns the reading of a response by a description. `accepted`: the acceptance of its task. */
export function readingOf(
  description: ProviderDescription,
  by: ReadResponse['by'],
  { response, accepted }: { readonly response: JsonResponse; readonly accepted: Said },
): unknown {
  switch (by) {
    case 'creation':
      return [description.readAcceptance(response, anyCall), description.readRefusal(response)];
    case 'look': {
      const task = description.readAcceptance(accepted, anyCall) ?? null;
      return [description.poll.read(response, task), description.naming?.facts(response, task)];
    }
    case 'second look': {
      const task = description.readAcceptance(accepted, anyCall) ?? null;
      const ended = { status: 200, body: { status: 'COMPLETED' } };
      return description.poll.read(ended, task, response);
    }
    case 'search':
      return description.find === undefined ? [] : readSearch(description.find, response);
    case 'test':
      return description.probe?.read(response);
  }
}

const anyCall: PreparedCall = { path: '/videos', body: { kind: 'json', value: {} } };

function readSearch(find: FindRule, response: JsonResponse): unknown {
  return find.kind === 'own-id'
    ? find.read(response, '', anyCall)
    : find.read(response, anyCall, { path: '/' });
}
