import type { Acceptability, GenerationRequest, JsonValue, Reference, Route } from '@filmgate/core';
import {
  bearerKey,
  type BuiltInEndpoint,
  type CallJson,
  type JsonResponse,
  type PreparedCall,
  type ProviderDescription,
  withoutOptions,
} from '../engine/provider-description.ts';
import { countIn, idIn, objectIn } from '../json/json-fields.ts';
import { type Carriage, checkCarriage } from '../models/carriage.ts';
import { insertFixed } from '../models/insert-fixed.ts';
import { countOf, factsOf, checkByFacts } from '../models/video-model.ts';
import { arkFamilies, type ArkModel, arkModels } from './models.ts';
import { pixelTables } from './pixels.ts';
import { arkRefusals, errorIn, readArkRefusal } from './refusals.ts';
import { findInList, markOf, naming, notice, readTask, taskRead, tasksPath } from './tasks.ts';

const megabyte = 1_000_000;

/** Hosts that served ModelArk's finished videos: its own storage, by region. */
const endpoints: { readonly [id: string]: BuiltInEndpoint } = {
  'ark-intl': {
    baseUrl: 'https://ark.ap-southeast.bytepluses.com/api/v3',
    resultHosts: ['*.volces.com', '*.bytepluses.com'],
  },
  'ark-cn': {
    baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    resultHosts: ['*.volces.com', '*.volccdn.com'],
  },
};

/** Images and sounds are sent as data URLs; a video only by address, and no reference has one. */
const carriage: Carriage = {
  media: {
    image: {
      contentTypes: [
        'image/jpeg',
        'image/png',
        'image/webp',
        'image/bmp',
        'image/tiff',
        'image/gif',
      ],
      largest: 30 * megabyte - 1,
      picture: {
        leastSide: 300,
        mostSide: 6_000,
        mostRatio: 2.5,
        // A third party's client has equal limits: ComfyUI, comfy_api_nodes/nodes_bytedance.py, read 2026-11-29.
        source:
          'https://docs.byteplus.com/en/docs/ModelArk/1520757 (create a video generation task)',
        read: '2026-11-29',
      },
    },
    audio: { contentTypes: ['audio/wav', 'audio/mpeg'], largest: 15 * megabyte },
  },
  roles: ['first_frame', 'last_frame', 'reference_image', 'reference_audio'],
  // Maximum 64 MB for the whole request, and base64 makes four bytes of three.
  largestTotal: 47 * megabyte,
};

/** ModelArk's words for the catalog's resolutions. */
const wireResolutions: { readonly [resolution: string]: string } = { '2160p': '4k' };

const writes = [
  'model',
  'content',
  'resolution',
  'ratio',
  'duration',
  'generate_audio',
  'watermark',
  'execution_expires_after',
  'callback_url',
];

function accepts(route: Route, request: GenerationRequest): Acceptability {
  const facts = factsOf(arkModels, route);
  const refused = checkCarriage(carriage, route, request) ?? checkByFacts(facts, request);
  if (refused !== undefined) return refused;
  if (facts === undefined || isAdaptive(facts, request))
    return { kind: 'accepted', size: 'as-made' };
  const size = pixelTables[facts.pixels][request.resolution]?.[request.aspectRatio];
  return { kind: 'accepted', size: size ?? 'as-made' };
}

/** Returns true if the first frame decides the shape of the video, whatever the request says. */
function isAdaptive(facts: ArkModel | undefined, request: GenerationRequest): boolean {
  return facts?.framesDecideShape === true && countOf(request, 'first_frame') > 0;
}

type Build = Parameters<ProviderDescription['build']>[0];

function build({ route, request, correlationId, noticeUrl }: Build): PreparedCall {
  const { resolution, aspectRatio, durationSeconds, generateAudio } = request;
  const facts = factsOf(arkModels, route);
  const fields = {
    model: route.model,
    content: contentOf(request),
    resolution: wireResolutions[resolution] ?? resolution,
    ratio: isAdaptive(facts, request) ? 'adaptive' : aspectRatio,
    duration: durationSeconds,
    // If omitted, the default is true.
    ...(facts?.audio !== 'none' && { generate_audio: generateAudio }),
    watermark: false,
    ...markOf(correlationId),
    ...(noticeUrl !== null && { callback_url: noticeUrl }),
  };
  return { path: tasksPath, body: { kind: 'json', value: insertFixed(fields, route, writes) } };
}

function contentOf({ prompt, references }: GenerationRequest): readonly CallJson[] {
  return [{ type: 'text', text: prompt }, ...references.map(contentItem)];
}

function contentItem({ kind, role, sha256, contentType }: Reference): CallJson {
  const type = `${kind}_url`;
  // The format after the slash is the file's ending: `mp3`.
  const named = contentType === 'audio/mpeg' ? 'audio/mp3' : contentType;
  const url = { $asset: { sha256, contentType: named, as: 'data-url' } } as const;
  return { type, [type]: { url }, role };
}

function readAcceptance({ body }: JsonResponse): JsonValue | undefined {
  return errorIn(body) === undefined ? idIn(objectIn(body)?.['id']) : undefined;
}

const probe: ProviderDescription['probe'] = {
  request: { path: `${tasksPath}?page_num=1&page_size=1` },
  read: ({ status, body }) => {
    const said = objectIn(body);
    const isList = Array.isArray(said?.['items']) || countIn(said?.['total']) === 0;
    if (status === 200 && isList) return { kind: 'ready', balance: null };
    const refusal = errorIn(body);
    if (status === 401 && refusal?.code === 'AuthenticationError')
      return { kind: 'login-required' };
    const words = refusal?.code ?? String(status);
    return { kind: 'unreadable', detail: `the account check responded ${words}` };
  },
};

/** Seedance by ModelArk: BytePlus outside China, Volcengine within. */
export const ark = withoutOptions({
  protocol: 'ark',
  displayName: 'ModelArk (Seedance)',
  endpoints,
  credential: bearerKey,
  timing: {
    minimumPollIntervalMs: 5_000,
    visibilityLagMs: 600_000,
    reconcileAfterMs: 30_000,
    sendTimeoutMs: 120_000,
    // A task expires after at most 72 hours; an hour later a read shows the expiry.
    jobDeadlineMs: 262_800_000,
    probeEveryMs: 600_000,
  },
  handlesBelongTo: 'account',
  unit: 'tokens',
  charges: 'success',
  models: arkModels,
  families: arkFamilies,
  writes,
  accepts,
  build,
  readAcceptance,
  readRefusal: readArkRefusal,
  refusals: arkRefusals,
  poll: { request: taskRead, read: readTask },
  naming,
  find: findInList,
  notice,
  probe,
});
