import type { JsonValue } from '@filmgate/core';
import type {
  FindRule,
  JsonResponse,
  PreparedCall,
  ProviderDescription,
} from '@filmgate/upstream-http';
import { ark } from '@filmgate/upstream-http/ark';
import { kling } from '@filmgate/upstream-http/kling';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { describeMock } from '../../../../upstream-mock/src/client/mock-description.ts';
import { type PersonalityPlace, personalityPlaces } from '../../http/personality-places.ts';
import { instant, parked } from '../../http/prompts.ts';
import { type FieldPath, fieldsRead } from './fields-read.ts';
import type { Replaced, Said } from './worst-proxy.ts';

/** A place, and what the gateway makes of its responses. */
export interface DescribedPlace {
  readonly place: PersonalityPlace;
  readonly description: ProviderDescription;
}

const mock: PersonalityPlace = {
  name: 'mock',
  protocol: 'openai-videos',
  path: '',
  model: 'any',
  resolutions: ['720p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [4],
  secrets: {},
};

const definitions = { kling, ark, 'openai-videos': openaiVideos } as const;

/** Every protocol in each of its dialects, and the mock's own. */
export const describedPlaces: readonly DescribedPlace[] = [
  ...personalityPlaces.map((place) => ({
    place,
    description: definitions[place.protocol].describe(
      place.dialect === undefined ? {} : { dialect: place.dialect },
    ),
  })),
  { place: mock, description: describeMock(1) },
];

/** A response that the gateway reads, and how it comes to read it. */
export interface ReadResponse {
  readonly name: string;
  readonly prompt: string;
  /** What brings it about. */
  readonly by: 'creation' | 'look' | 'search' | 'test';
  readonly replaced: Replaced;
  /** The fields that the description looks at. */
  fields(said: Said, accepted: Said): readonly FieldPath[];
}

const anyCall: PreparedCall = { path: '/v1/videos/text2video', body: { kind: 'json', value: {} } };

/** Every response of a place that a description reads. */
export function responsesOf({ place, description }: DescribedPlace): readonly ReadResponse[] {
  const { poll, naming, find, probe } = description;
  const post = { method: 'POST', path: new RegExp(`^${place.path}/`) } as const;
  // Not the videos themselves.
  const get = {
    method: 'GET',
    path: new RegExp(`^${place.path}/(?!.*(?:content|results|files))`),
  } as const;
  const look = (name: string, prompt: string): ReadResponse => ({
    name,
    prompt,
    by: 'look',
    replaced: get,
    fields: ({ status, body }, accepted) => {
      const task: JsonValue = description.readAcceptance(accepted, anyCall) ?? null;
      return fieldsRead(body, (watched) => [
        poll.read({ status, body: watched }, task),
        naming?.facts({ status, body: watched }, task),
      ]);
    },
  });
  const submission = (name: string, prompt: string): ReadResponse => ({
    name,
    prompt,
    by: 'creation',
    replaced: post,
    fields: ({ status, body }) =>
      fieldsRead(body, (watched) => [
        description.readAcceptance({ status, body: watched }, anyCall),
        description.readRefusal({ status, body: watched }),
      ]),
  });
  return [
    look('a task that is finished', instant('finished')),
    look('a task that failed', instant('failed', 'fail=policy')),
    look('a task that runs', parked('running')),
    submission('an acceptance', instant('accepted')),
    submission('a refusal', '[[mock:refuse=400]]'),
    ...(find === undefined
      ? []
      : [
          {
            name: 'a search',
            prompt: 'lost [[mock:lost-response]]',
            by: 'search' as const,
            replaced: get,
            fields: ({ status, body }: Said) =>
              fieldsRead(body, (watched) => readSearch(find, { status, body: watched })),
          },
        ]),
    ...(probe === undefined
      ? []
      : [
          {
            name: 'an account',
            prompt: '',
            by: 'test' as const,
            replaced: get,
            fields: ({ status, body }: Said) =>
              fieldsRead(body, (watched) => probe.read({ status, body: watched })),
          },
        ]),
  ];
}

function readSearch(find: FindRule, response: JsonResponse): unknown {
  return find.kind === 'own-id'
    ? find.read(response, '', anyCall)
    : find.read(response, anyCall, { path: '/' });
}
