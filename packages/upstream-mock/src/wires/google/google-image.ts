import { google as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { imagePixels } from '../../engine/ratio-pixels.ts';
import { receivedReference, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import type { MockJob } from '../../job/mock-job.ts';

const partSchema = z.looseObject({
  text: z.string().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string().min(1) }).optional(),
});

const longSides = { '512': 512, '1K': 1_024, '2K': 2_048, '4K': 4_096 } as const;

const imageSchema = z.object({
  aspectRatio: z
    .string()
    .regex(/^\d{1,2}:\d{1,2}$/)
    .default('1:1'),
  imageSize: z.enum(['512', '1K', '2K', '4K']).default('1K'),
});

const bodySchema = z.looseObject({
  contents: z
    .array(z.looseObject({ parts: z.array(partSchema).min(1).max(64) }))
    .min(1)
    .max(64),
  generationConfig: z.looseObject({ imageConfig: imageSchema.prefault({}) }).prefault({}),
});

/** Body of `generateContent` of an image model, as the official client sends it (@google/genai 3.1.0). */
export const imageBody = videoBody(bodySchema, (body, { values }) => {
  const { contents, generationConfig } = body;
  const { aspectRatio, imageSize } = generationConfig.imageConfig;
  const parts = contents.flatMap((content) => content.parts);
  return {
    model: values['model'] ?? '',
    mediaType: 'image',
    prompt: parts.flatMap(({ text }) => text ?? []).join(' '),
    durationSeconds: null,
    aspectRatio,
    resolution: imageSize,
    pixels: imagePixels(aspectRatio, longSides[imageSize]),
    audio: false,
    references: parts.flatMap(({ inlineData: file }) =>
      file === undefined
        ? []
        : [receivedReference('image', `data:${file.mimeType};base64,${file.data}`)],
    ),
    problems: [unreadToken(body, ['contents'])],
  };
});

/** Input tokens of a request, and output tokens of an image of 1K (docs.cloud.google.com, read 2026-12-01). */
const [promptTokens, imageTokens] = [20, 1_120];

/** A response with the image inside. */
export function contentOf(
  { model }: MockJob,
  file: { readonly mimeType: string; readonly data: string },
) {
  return responseOf(model, {
    content: { role: 'model', parts: [{ inlineData: file }] },
    finishReason: 'STOP',
  });
}

/** A response that says why it has no image: withheld by safety. */
export function withheldContent({ job: { model } }: TaskReport) {
  return responseOf(model, {
    finishReason: 'IMAGE_SAFETY',
    finishMessage: facts.failures.policy.message,
  });
}

function responseOf(modelVersion: string, candidate: object) {
  const made = 'content' in candidate ? imageTokens : 0;
  return {
    candidates: [{ index: 0, ...candidate }],
    usageMetadata: {
      promptTokenCount: promptTokens,
      candidatesTokenCount: made,
      totalTokenCount: promptTokens + made,
      ...(made > 0 && { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: made }] }),
    },
    modelVersion,
  };
}
