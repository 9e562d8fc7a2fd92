import type { GenerationRequest, JsonValue, UpstreamError } from '@filmgate/core';
import { google as facts } from '@filmgate/provider-facts';
import type { OutputLocation, PollReading } from '../engine/poll-reading.ts';
import { bearerKey } from '../engine/provider-description.ts';
import { bodyOf, failedWith, madeAt, type ShownTask } from '../engine/task-reader.ts';
import { dateIn, type JsonObject, objectsAmong, textIn, wordsIn } from '../json/json-fields.ts';
import type { Carriage } from '../models/carriage.ts';
import { slotOf } from '../models/reference-slots.ts';
import { type BuildFields, videoProtocol } from '../models/video-protocol.ts';
import { googleFamilies, googleModels } from './models.ts';
import { geminiImages, withheldIn } from './images.ts';
import { statusErrorIn } from './status-error.ts';
import { billOf, tokensIn } from './tokens.ts';

/** Images are sent in base64, within the 20 MB that Google documents for a request without uploads. */
const carriage: Carriage = {
  media: { image: { contentTypes: ['image/jpeg', 'image/png', 'image/webp'], largest: 7_000_000 } },
  roles: ['first_frame', 'reference_image'],
  // Base64 makes four bytes of three.
  largestTotal: 14_000_000,
};

const interactions = '/v1beta/interactions';
const writes = ['model', 'input', 'background', 'response_format', 'generation_config'];

const build: BuildFields = ({ route, request }) => {
  const { aspectRatio, durationSeconds, resolution, references } = request;
  const isFrame = references.some(({ role }) => role === 'first_frame');
  const task = isFrame ? 'image_to_video' : 'reference_to_video';
  const fields = {
    model: route.model,
    input: inputOf(request),
    // Otherwise the response would wait for the video, and nothing would name the task before.
    background: true,
    response_format: {
      type: 'video',
      aspect_ratio: aspectRatio,
      duration: `${durationSeconds}s`,
      resolution: resolution === '2160p' ? '4k' : resolution,
      delivery: 'uri',
    },
    ...(references.length > 0 && { generation_config: { video_config: { task } } }),
  };
  return { path: interactions, fields };
};

function inputOf({ prompt, references }: GenerationRequest) {
  if (references.length === 0) return prompt;
  const images = references.map(
    (one) => ({ type: 'image', data: slotOf(one, 'base64'), mime_type: one.contentType }) as const,
  );
  return [...images, { type: 'text', text: prompt }] as const;
}

const taskFields = ['id', 'status', 'steps'];

/** Returns an error, undefined if a task is named too. */
function errorIn(body: JsonValue) {
  return withheldIn(body) ?? statusErrorIn(body, taskFields);
}

/** Reads an interaction that came to its end: a text in place of the video is a refusal to make one. */
function readEnd(shown: ShownTask): PollReading {
  const { said, fields, word } = shown;
  const content = (objectsAmong(said['steps']) ?? [])
    .filter(({ type }) => type === 'model_output')
    .flatMap((step) => objectsAmong(step['content']) ?? []);
  const video = content.flatMap((part) => locationIn(part) ?? []).at(-1);
  if (video !== undefined) {
    const ended = video.kind === 'inline' ? undefined : fields.read('updated', dateIn);
    // Files are kept for two days: ai.google.dev/gemini-api/docs/files, read 2026-11-22.
    const keptUntil = ended === undefined ? undefined : ended + 48 * 3_600_000;
    return madeAt(video.at, { kind: video.kind, keptUntil, ...billOf(fields, said) });
  }
  if ((fields.read('usage', tokensIn)?.media_tokens ?? 0) > 0)
    return { kind: 'unclear', detail: 'counted as a video, without one' };
  const text = content.flatMap((part) => textIn(part['text']) ?? []).at(-1);
  if (word !== 'completed')
    return failed(shown, { kind: 'internal', detail: `interaction ${word}` });
  if (text === undefined) return { kind: 'unclear', detail: 'completed without a video' };
  return failed(shown, { kind: 'policy', detail: text });
}

function readFailure(shown: ShownTask): PollReading {
  const detail = shown.fields.read('errors', wordsIn) ?? `interaction ${shown.word}`;
  return failed(shown, { kind: /safety|polic/i.test(detail) ? 'policy' : 'internal', detail });
}

function failed({ fields, said }: ShownTask, error: Pick<UpstreamError, 'kind' | 'detail'>) {
  return failedWith({ ...error, charge: 'unknown' }, billOf(fields, said).usage);
}

/**
 * Returns the location of a part that is a video: a file of the same API, or the bytes themselves. Google's page says
 * that a read has the bytes even where a file was requested; callers report the file.
 */
function locationIn({ type, uri, data }: JsonObject): OutputLocation | undefined {
  const file = textIn(uri);
  if (type !== 'video') return undefined;
  const bytes = textIn(data);
  if (file === undefined) return bytes === undefined ? undefined : { kind: 'inline', at: bytes };
  if (/[?&]alt=/.test(file)) return { kind: 'foreign', at: file };
  return { kind: 'foreign', at: `${file}${file.includes('?') ? '&' : '?'}alt=media` };
}

/** Google's API with both its makers: Gemini Omni for videos, and Gemini's image models with the same key. */
export const google = videoProtocol({
  facts,
  displayName: 'Google (Gemini)',
  endpoints: {
    google: { baseUrl: 'https://generativelanguage.googleapis.com', resultHosts: [] },
  },
  credential: { ...bearerKey, headers: (secret) => ({ 'x-goog-api-key': secret }) },
  models: googleModels,
  families: googleFamilies,
  images: geminiImages,
  carriage,
  writes,
  build,
  errorIn,
  task: {
    pathOf: (id) => `${interactions}/${id}`,
    largest: 32 * 1024 * 1024,
    id: 'id',
    state: 'status',
    words: { incomplete: 'succeeded', budget_exceeded: 'succeeded' },
    isLost: ({ status, code }) => status === 404 && /^not_found$/i.test(code ?? ''),
    succeeded: readEnd,
    failed: readFailure,
    facts: ({ created, model }) => ({ createdAt: dateIn(created) ?? null, reported: { model } }),
  },
  probe: {
    request: { path: '/v1beta/models?pageSize=1' },
    read: (response) =>
      Array.isArray(bodyOf(response)?.['models']) ? { kind: 'ready', balance: null } : undefined,
  },
});
