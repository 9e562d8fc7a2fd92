import * as z from 'zod';
import type { MockJob, MockJobState, MockReference } from '../../job/mock-job.ts';
import type { SubmissionBody } from '../../engine/personality.ts';
import { pricedResolution, ratioPixels } from '../../engine/ratio-pixels.ts';
import { receivedReference } from '../../engine/received-reference.ts';
import { refuseUnreadTokens } from '../../engine/sent-fields.ts';

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

/** Fields where tokens take effect. */
const readTexts: ReadonlySet<string> = new Set([
  'prompt',
  'negativePrompt',
  'aspectRatio',
  'resolution',
]);

/** Body of `…:predictLongRunning`, as the official client writes it (@google/genai 3.1.0, generateVideos on Vertex). */
export const googleOperationSchema: z.ZodType<Omit<SubmissionBody, 'model' | 'echo'>> =
  bodySchema.transform(({ instances: [instance], parameters }, context) => {
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const references = referencesOf(instance);
    if (instance.prompt === undefined && references.length === 0)
      refuse(['instances', '0', 'prompt'], 'a prompt is required');
    refuseUnreadTokens({ ...instance, ...parameters }, readTexts, context);
    const { aspectRatio, resolution } = parameters;
    const pixels = ratioPixels(resolution, aspectRatio);
    if (pixels === undefined)
      refuse(['parameters', 'aspectRatio'], `no video is ${aspectRatio} at ${resolution}`);
    const size = pixels ?? { width: 2, height: 2 };
    return {
      mediaType: 'video',
      prompt: instance.prompt ?? '',
      negativePrompt: parameters.negativePrompt ?? null,
      durationSeconds: parameters.durationSeconds,
      aspectRatio,
      resolution: pricedResolution(resolution, size),
      ...size,
      audio: parameters.generateAudio,
      references,
    };
  });

function referencesOf(instance: z.infer<typeof instanceSchema>): readonly MockReference[] {
  const { image, lastFrame, video, referenceImages } = instance;
  const given: readonly (readonly [role: string, text: string | undefined])[] = [
    ['image', image],
    ['lastFrame', lastFrame],
    ['video', video],
    ...referenceImages.map(({ image: text }) => ['referenceImages', text] as const),
  ];
  return given.flatMap(([role, text]) =>
    text === undefined ? [] : [receivedReference(role, text)],
  );
}

/** Errors of an operation have the number of a google.rpc.Code. */
const failures = {
  internal: { code: 13, message: 'Video generation failed.' },
  credits: { code: 8, message: 'The prepaid credits are used up.' },
} as const;

const filtered = {
  raiMediaFilteredCount: 1,
  raiMediaFilteredReasons: [
    "We encountered an issue with the prompt you provided, which was filtered by the model's safety settings.",
  ],
} as const;

const responseType = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse';

/** The video inline, as from Vertex, or its address, as from the Gemini API. */
export type OperationVideo =
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
 * @param video - null until it exists, or if a token withholds it
 */
export function googleOperation(job: MockJob, state: MockJobState, video: OperationVideo | null) {
  const name = `${job.echo['resource'] ?? ''}/operations/${job.id}`;
  if (state === 'queued' || state === 'running') {
    const isUnknown = job.instructions.unknownState;
    return isUnknown ? { name, metadata: { state: 'reticulating' } } : { name };
  }
  if (state === 'completed') {
    const videos = video === null ? [] : [video];
    return { name, done: true, response: responseOf(job, { videos }) };
  }
  const { fail } = job.instructions;
  return fail === 'policy'
    ? { name, done: true, response: responseOf(job, filtered) }
    : { name, done: true, error: failures[fail ?? 'internal'] };
}

function responseOf(
  job: MockJob,
  reported: typeof filtered | { readonly videos: readonly OperationVideo[] },
) {
  if (!isGemini(job)) return { '@type': responseType, ...reported };
  const samples = 'videos' in reported ? reported.videos.map((video) => ({ video })) : null;
  return {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
    generateVideoResponse: samples === null ? reported : { generatedSamples: samples },
  };
}
