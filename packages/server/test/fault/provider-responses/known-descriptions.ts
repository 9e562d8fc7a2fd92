import type {
  FindRule,
  JsonResponse,
  PreparedCall,
  ProviderDescription,
} from '@filmgate/upstream-http';
import { ark } from '@filmgate/upstream-http/ark';
import { kling } from '@filmgate/upstream-http/kling';
import { openaiVideos } from '@filmgate/upstream-http/openai-videos';
import { type PersonalityPlace, personalityPlaces } from '../../http/personality-places.ts';
import { instant, parked } from '../../http/prompts.ts';
import { everyField, type FieldPath, fieldsRead } from './fields-read.ts';
import type { Replaced, Said } from './worst-proxy.ts';

/** A place, and what the gateway makes of its responses; of the mock's own wire it is not told, and counts as all that is in them. */
export interface DescribedPlace {
  readonly place: PersonalityPlace;
  readonly description?: ProviderDescription;
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
  { place: mock },
];

/** A response that the gateway reads, and how it comes to read it. */
export interface ReadResponse {
  readonly name: string;
  readonly prompt: string;
  /** What brings it about. */
  readonly by: 'creation' | 'look' | 'search' | 'test';
  readonly replaced: Replaced;
}

const everyResponse = [
  { name: 'a task that is finished', by: 'look', prompt: instant('finished') },
  { name: 'a task that failed', by: 'look', prompt: instant('failed', 'fail=policy') },
  { name: 'a task that runs', by: 'look', prompt: parked('running') },
  { name: 'an acceptance', by: 'creation', prompt: instant('accepted') },
  { name: 'a refusal', by: 'creation', prompt: '[[mock:refuse=400]]' },
  { name: 'a search', by: 'search', prompt: 'lost [[mock:lost-response]]' },
  { name: 'an account', by: 'test', prompt: '' },
] as const satisfies readonly Omit<ReadResponse, 'replaced'>[];

/** Every response of a place that is read. */
export function responsesOf({ place, description }: DescribedPlace): readonly ReadResponse[] {
  const isSearched = description === undefined || description.find !== undefined;
  // Not the videos themselves.
  const read = new RegExp(`^${place.path}/(?!.*(?:/content$|results|files))`);
  return everyResponse
    .filter(({ by }) => by !== 'search' || isSearched)
    .map((response) => ({
      ...response,
      replaced: { method: response.by === 'creation' ? 'POST' : 'GET', path: read },
    }));
}

/** The fields of a response that the gateway looks at. */
export function fieldsOf(
  { description }: DescribedPlace,
  { by }: ReadResponse,
  { said, accepted }: { readonly said: Said; readonly accepted: Said },
): readonly FieldPath[] {
  const { status, body } = said;
  if (description === undefined) return everyField(body);
  return fieldsRead(body, (watched) => {
    const response = { status, body: watched };
    switch (by) {
      case 'creation':
        return [description.readAcceptance(response, anyCall), description.readRefusal(response)];
      case 'look': {
        const task = description.readAcceptance(accepted, anyCall) ?? null;
        return [description.poll.read(response, task), description.naming?.facts(response, task)];
      }
      case 'search':
        return description.find === undefined ? [] : readSearch(description.find, response);
      case 'test':
        return description.probe?.read(response);
    }
  });
}

const anyCall: PreparedCall = { path: '/v1/videos/text2video', body: { kind: 'json', value: {} } };

function readSearch(find: FindRule, response: JsonResponse): unknown {
  return find.kind === 'own-id'
    ? find.read(response, '', anyCall)
    : find.read(response, anyCall, { path: '/' });
}
