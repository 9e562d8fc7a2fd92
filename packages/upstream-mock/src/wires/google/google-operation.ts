import * as z from 'zod';
import { google as facts } from '@filmgate/provider-facts';
import { ratioPixels } from '../../engine/ratio-pixels.ts';
import { unreadToken, receivedReference } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { statusOf } from './google-interaction.ts';

const mediaSchema = z
  .object({
    bytesBase64Encoded: z.string().optional(),
    gcsUri: z.string().optional(),
    mimeType: z.string().default('application/octet-stream'),
  })
  .transform(({ bytesBase64Encoded: bytes, gcsUri, mimeType }) =>
    bytes === undefined ? (gcsUri ?? '') : `data:${mimeType};base64,${bytes}`,
  );

const instanceSchema = z.looseObject({
  prompt: z.string().max(32_000).optional(),
  image: mediaSchema.optional(),
  lastFrame: mediaSchema.optional(),
  video: mediaSchema.optional(),
  referenceImages: z.array(z.object({ image: mediaSchema })).default([]),
});

const parametersSchema = z.looseObject({
  sampleCount: z.literal(1, 'the mock makes one video per request').default(1),
  durationSeconds: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(1).max(60))
    .default(8),
  aspectRatio: z.string().max(200).default('16:9'),
  resolution: z.string().max(200).default('720p'),
  negativePrompt: z.string().max(32_000).optional(),
  generateAudio: z.boolean().default(true),
});

const bodySchema = z.object({
  instances: z.tuple([instanceSchema]),
  parameters: parametersSchema.prefault({}),
});

/** Body of `…:predictLongRunning`, as the official client writes it (@google/genai 3.1.0, generateVideos on Vertex). */
export function operationBody(resource: string) {
  return videoBody(bodySchema, ({ instances: [instance], parameters }) => {
    const { prompt, image, lastFrame, video: source, referenceImages } = instance;
    const { aspectRatio, resolution, negativePrompt, durationSeconds } = parameters;
    const given = [
      ['image', image],
      ['lastFrame', lastFrame],
      ['video', source],
      ...referenceImages.map(({ image: text }) => ['referenceImages', text] as const),
    ] as const;
    const references = given.flatMap(([role, text]) =>
      text === undefined ? [] : [receivedReference(role, text)],
    );
    const pixels = ratioPixels(resolution, aspectRatio);
    const read = ['prompt', 'negativePrompt', 'aspectRatio', 'resolution'];
    const isEmpty = prompt === undefined && references.length === 0;
    return {
      model: resource.slice(resource.lastIndexOf('/') + 1),
      prompt,
      negativePrompt,
      durationSeconds,
      aspectRatio,
      resolution,
      pixels,
      audio: parameters.generateAudio,
      references,
      echo: { resource: stripMagicTokens(resource) },
      problems: [
        isEmpty && ['instances.0.prompt', 'a prompt is required'],
        unreadToken({ ...instance, ...parameters }, read),
        pixels === undefined && [
          'parameters.aspectRatio',
          `no video is ${aspectRatio} at ${resolution}`,
        ],
      ],
    };
  });
}

const responseType = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';
const geminiType =
  'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';

/** The video inline, as from Vertex, or its address, as from the Gemini API. */
type OperationVideo =
  | { readonly bytesBase64Encoded: string; readonly mimeType: string }
  | { readonly uri: string };

/** Returns true if an operation belongs to the Gemini API: its models have no publisher. */
export function isGemini({ echo }: MockJob): boolean {
  return echo['resource']?.startsWith('models/') === true;
}

/**
 * An operation in its response: done with an error, done with a video, or done with neither if it was filtered. The
 * Gemini API has another shape than Vertex (ai.google.dev/gemini-api/docs/veo, read 2026-11-28).
 *
 * @param made - null until it exists, or if a token withholds it
 */
export function operationOf(
  { job, state, isOpen, failure }: TaskReport,
  made: OperationVideo | null = null,
) {
  const name = `${job.echo['resource'] ?? ''}/operations/${job.id}`;
  const isUnknown = job.instructions.unknownState;
  if (isOpen) return isUnknown ? { name, metadata: { state: 'reticulating' } } : { name };
  const { policy, internal } = facts.failures;
  if (state === 'failed' && failure !== policy)
    return { name, done: true, error: statusOf(failure ?? internal) };
  const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [policy.message] };
  const videos = made === null ? [] : [made];
  if (!isGemini(job)) {
    const result = failure === null ? { videos } : filtered;
    return { name, done: true, response: { '@type': responseType, ...result } };
  }
  const samples = { generatedSamples: videos.map((sample) => ({ video: sample })) };
  const generateVideoResponse = failure === null ? samples : filtered;
  return { name, done: true, response: { '@type': geminiType, generateVideoResponse } };
}
