import { errorOf, luma as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { read, submission } from '../../engine/routes.ts';
import { unreadToken, receivedReference } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { MockReference } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

const base64 = /^[\w+/-]*={0,2}$/;

const referenceSchema = z
  .object({
    url: z.string().min(1).nullish(),
    data: z.string().min(1).regex(base64, 'invalid base64 data').nullish(),
    media_type: z
      .string()
      .regex(/^[\w.+/-]{1,100}$/)
      .nullish(),
    generation_id: z.string().max(100).nullish(),
  })
  .refine(
    ({ url, data, generation_id: id }) =>
      [url, data, id].filter((given) => typeof given === 'string').length === 1,
    "provide one of 'url', 'data' and 'generation_id'",
  )
  .refine(({ data, media_type: type }) => typeof data !== 'string' || typeof type === 'string', {
    path: ['media_type'],
    error: "'media_type' is required with 'data'",
  });

type Reference = z.infer<typeof referenceSchema>;

const ratios = [
  '3:1',
  '2:1',
  '21:9',
  '16:9',
  '4:3',
  '3:2',
  '1:1',
  '3:4',
  '2:3',
  '9:16',
  '1:2',
  '1:3',
] as const;

const seconds = { '5s': 5, '10s': 10 };

const types = ['image', 'image_edit', 'video', 'video_edit', 'video_reframe'] as const;

const videoSchema = z.looseObject({
  resolution: z.enum(['360p', '540p', '720p', '1080p']).nullish(),
  duration: z.enum(['5s', '10s']).nullish(),
  start_frame: referenceSchema.nullish(),
  end_frame: referenceSchema.nullish(),
  keyframes: z.array(referenceSchema).max(64).nullish(),
});

const bodySchema = z.looseObject({
  prompt: z.string().min(1).max(6_000),
  model: z.string().min(1).max(200).default('uni-1'),
  type: z.enum(types).default('image'),
  aspect_ratio: z.enum(ratios).nullish(),
  image_ref: z.array(referenceSchema).max(9).nullish(),
  source: referenceSchema.nullish(),
  video: videoSchema.nullish(),
});

/** A model's name decides its output; the mock does not check which models exist. */
const makers = { image: /^uni-/, video: /^ray-/ } as const;

/** Body of `POST /v1/generations` (docs.agents.lumalabs.ai/api, read 2026-11-28). Other fields are ignored. */
const lumaBody = videoBody(bodySchema, (body) => {
  const { type, source, image_ref: images, video: made } = body;
  const changesSource = type !== 'image' && type !== 'video';
  const hasSource = source !== undefined && source !== null;
  const mediaType = type.startsWith('image') ? 'image' : 'video';
  const model = stripMagicTokens(body.model);
  const makes = Object.entries(makers).find(([, names]) => names.test(model))?.[0];
  return {
    model: body.model,
    mediaType,
    prompt: body.prompt,
    durationSeconds: mediaType === 'image' ? null : seconds[made?.duration ?? '5s'],
    aspectRatio: body.aspect_ratio ?? '16:9',
    resolution: mediaType === 'image' ? '1080p' : (made?.resolution ?? '720p'),
    audio: false,
    references: [
      ...received('source', [source]),
      ...received('image_ref', images),
      ...received('start_frame', [made?.start_frame]),
      ...received('end_frame', [made?.end_frame]),
      ...received('keyframes', made?.keyframes),
    ],
    echo: { type },
    problems: [
      unreadToken(body, ['prompt', 'model']),
      changesSource && !hasSource && ['source', `source is required for type '${type}'`],
      !changesSource && hasSource && ['source', `source is not valid for type '${type}'`],
      makes === undefined && ['model', `Unknown model: ${model}`],
      makes !== undefined &&
        makes !== mediaType && ['type', `Type '${type}' is not supported for model '${model}'`],
    ],
  };
});

/** A named earlier generation is not a reference: the request contains nothing of it. */
function received(
  role: string,
  given: readonly (Reference | null | undefined)[] | null = [],
): readonly MockReference[] {
  return (given ?? []).flatMap((reference) => {
    const { url, data, media_type: type } = reference ?? {};
    const link = typeof data === 'string' ? `data:${type ?? ''};base64,${data}` : url;
    return typeof link === 'string' ? [receivedReference(role, link)] : [];
  });
}

/** Luma's Agents API: generations that can be read with their own key, but neither listed nor cancelled. */
export const createLuma = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not_found',
  tooLong: 'too_large',
  missingModel: 'unknown_model',
  credentialCodes: { missing: 'missing_key' },
  // Links expire in an hour; reads return new ones (docs.agents.lumalabs.ai/guides/error-handling, read 2026-11-28).
  kept: { fileMs: Infinity, linkMs: 3_600_000 },
  headers: (call, { seed, world }) => {
    const number = String(world.requestHistory.journal.latest);
    const own = keyedDigest(seed, 'request', facts.provider, number).toString('hex', 0, 12);
    return {
      'x-request-id': call.header('x-request-id') ?? uuidOf(own),
      'x-api-version': '2026-04-01',
    };
  },
  error: ({ code, status, message }) => {
    // Texts distinguish the errors of one status, so they never vary, except those that describe an invalid body.
    const isOfBody = status === 400 || status === 422 || code === facts.unlisted.code;
    return jsonReply(status, { detail: isOfBody ? message : errorOf(facts, code).message });
  },
  invalid: ({ field, message }, space) =>
    space.refuse(field?.endsWith('.data') === true ? 'unprocessable' : 'bad_request', message),
  accepted: (report) => jsonReply(201, generationOf(report)),
  routes: [
    submission('create', '/v1/generations', lumaBody),
    read('status', '/v1/generations/{id}', (report) => jsonReply(200, generationOf(report))),
  ],
});

/** A generation as documented. */
function generationOf({ job, status, failure, url }: TaskReport) {
  return {
    id: job.id,
    type: job.echo['type'],
    state: status,
    model: job.model,
    created_at: new Date(job.acceptedAt).toISOString(),
    output: url === null ? [] : [{ type: job.mediaType, url }],
    failure_reason: failure?.message ?? null,
    failure_code: failure?.code ?? null,
  };
}
