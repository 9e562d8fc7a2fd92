import type { GenerationRequest, JsonValue, ReferenceRole } from '@filmgate/core';
import { vertex as facts } from '@filmgate/provider-facts';
import type { PollReading } from '../engine/poll-reading.ts';
import type { JsonResponse, ReadCall } from '../engine/provider-description.ts';
import { bodyOf, failedWith, madeAt, type ShownTask, taskReader } from '../engine/task-reader.ts';
import { statusErrorIn } from '../google/status-error.ts';
import {
  countIn,
  idIn,
  type JsonObject,
  objectIn,
  objectsAmong,
  textIn,
  wordsIn,
} from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { vertexLogin } from './login.ts';
import { families, models } from './models.ts';

/** Types of `CloudAiLargeModelsVisionGenerateVideoRequestImage`; the size is that of a request of 20 MB, in base64. */
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png'], largest: 14_000_000 } },
  roles: ['first_frame', 'last_frame', 'reference_image'],
  largestTotal: 14_000_000,
};

function imagesOf({ references }: GenerationRequest, wanted: ReferenceRole) {
  return references
    .filter(({ role }) => role === wanted)
    .map((one) => ({ bytesBase64Encoded: slotOf(one, 'base64'), mimeType: one.contentType }));
}

const ofRequest = ['sampleCount', 'durationSeconds', 'aspectRatio', 'resolution', 'generateAudio'];
/** A video in the operator's own bucket could not be delivered. */
const never = ['storageUri', 'gcsOutputDirectory'];
const writes = ['instances', 'parameters'].concat(
  [...ofRequest, ...never].map((name) => `parameters.${name}`),
);

const build: BuildFields = ({ route, request }) => {
  const { prompt, aspectRatio, durationSeconds, resolution, generateAudio } = request;
  const [image] = imagesOf(request, 'first_frame');
  const [lastFrame] = imagesOf(request, 'last_frame');
  const assets = imagesOf(request, 'reference_image');
  const instance = {
    prompt,
    ...(image !== undefined && { image }),
    ...(lastFrame !== undefined && { lastFrame }),
    ...(assets.length > 0 && {
      referenceImages: assets.map((asset) => ({ image: asset, referenceType: 'asset' })),
    }),
  };
  const fields = {
    instances: [instance],
    parameters: {
      sampleCount: 1,
      durationSeconds,
      aspectRatio,
      resolution: resolution === '2160p' ? '4k' : resolution,
      generateAudio,
    },
  };
  return { path: `/publishers/google/models/${route.model}:predictLongRunning`, fields };
};

/** An operation is read by its whole name, whose beginning is of its project, or absent. */
const operationForm =
  /(?:^|\/)publishers\/google\/models\/([\w.-]{1,128})\/operations\/[\w-]{1,128}$/;

function operationIn(value: JsonValue | undefined): string | undefined {
  const name = idIn(value);
  return name !== undefined && operationForm.test(name) ? name : undefined;
}

function readOf(operationName: string, largest?: number): ReadCall {
  const model = operationForm.exec(operationName)?.[1] ?? '';
  return {
    path: `/publishers/google/models/${model}:fetchPredictOperation`,
    body: { operationName },
    ...(largest !== undefined && { largest }),
  };
}

function errorIn(body: JsonValue) {
  return statusErrorIn(body, ['name', 'done', 'response', 'metadata']);
}

/** An operation has no word for its state: without `done` its name alone shows that it is one. */
function stateOf({ name = null, done = name === null ? null : false, error = null }: JsonObject) {
  if (typeof done !== 'boolean') return null;
  if (!done) return 'running';
  return error === null ? 'done' : 'failed';
}

function operationOf(response: JsonResponse): JsonObject {
  const said = bodyOf(response) ?? {};
  return { ...said, state: stateOf(said) };
}

/** Reads an operation that ended without an error: with the video, or with the number of those that were filtered. */
function readEnd({ said }: ShownTask): PollReading {
  const response = objectIn(said['response']) ?? {};
  const videos = objectsAmong(response['videos']) ?? [];
  const bytes = videos.flatMap((video) => textIn(video['bytesBase64Encoded']) ?? [])[0];
  if (bytes !== undefined) return madeAt(bytes, { kind: 'inline' });
  const isFiltered = (countIn(response['raiMediaFilteredCount']) ?? 0) > 0;
  if (!isFiltered || videos.length > 0)
    return { kind: 'unclear', detail: 'done without the bytes of a video' };
  const detail = wordsIn(response['raiMediaFilteredReasons']) ?? 'the video was filtered';
  return failed('policy', detail);
}

/** Number of google.rpc.Code for an invalid argument. */
const invalidArgument = 3;

/**
 * Safety filters name their category by a support code
 * (https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/video/responsible-ai-and-usage-guidelines).
 */
function readFailure({ said, fields }: ShownTask): PollReading {
  const detail = fields.read('error', wordsIn) ?? 'the operation failed';
  if (/\bsupport codes?: ?\d{8}/i.test(detail)) return failed('policy', detail);
  const code = objectIn(said['error'])?.['code'];
  return failed(code === invalidArgument ? 'invalid' : 'internal', detail);
}

/** No page of Vertex says whether a failed or filtered video is charged. */
function failed(kind: 'policy' | 'invalid' | 'internal', detail: string): PollReading {
  return failedWith({ kind, charge: 'unknown', detail });
}

/** Maximum size of a read, which has the video in base64: 8 s of 4K at 75 Mbit/s. No page names a size. */
const largest = 96 * 1024 * 1024;

const unknownOperation = `publishers/google/models/${models[0]?.model ?? ''}/operations/00000000-0000-4000-8000-000000000000`;

/** Veo at Vertex AI, by long-running operations. */
export const vertex = videoProtocol({
  facts,
  displayName: 'Vertex AI (Veo)',
  // The path of a project and its location belongs to the base URL: only a key of express mode needs none.
  endpoints: { vertex: { baseUrl: 'https://aiplatform.googleapis.com/v1', resultHosts: [] } },
  credential: vertexLogin,
  // Google's samples pause for 15 s.
  timing: { minimumPollIntervalMs: 15_000 },
  models,
  families,
  carriage,
  writes,
  build,
  readAcceptance: ({ body }) =>
    errorIn(body) === undefined ? operationIn(objectIn(body)?.['name']) : undefined,
  errorIn,
  task: {
    poll: {
      request: (task) => readOf(textIn(task) ?? '', largest),
      read: taskReader(
        {
          taskIn: operationOf,
          id: 'name',
          state: 'state',
          // A model that is not there has the same code.
          isLost: ({ status, code, body }) =>
            status === 404 &&
            code === 'NOT_FOUND' &&
            !/publisher model/i.test(errorIn(body)?.message ?? ''),
          succeeded: readEnd,
          failed: readFailure,
        },
        errorIn,
      ),
    },
    naming: {
      taskOf: operationIn,
      idOf: textIn,
      // An operation repeats nothing of its submission.
      facts: () => ({ createdAt: null, reported: {} }),
    },
  },
  // No call for the account is documented. Only a valid login is told that an operation does not exist.
  probe: {
    request: readOf(unknownOperation),
    read: ({ status, body }) => {
      const code = errorIn(body)?.code;
      const isKnown =
        (status === 404 && code === 'NOT_FOUND') || (status === 400 && code === 'INVALID_ARGUMENT');
      if (isKnown) return { kind: 'ready', balance: null };
      return status === 403 && code !== undefined ? { kind: 'login-required' } : undefined;
    },
  },
});
