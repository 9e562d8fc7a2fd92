import { type GenerationRequest, nominalPixels, type PreparedSubmission } from '@filmgate/core';
import { z } from 'zod';

/** Version of the saved form below. */
const version = 1;

const preparedSchema = z.object({
  correlation_id: z.string(),
  model: z.string(),
  media_type: z.enum(['video', 'image']),
  prompt: z.string(),
  negative_prompt: z.string().nullable(),
  duration: z.number().nullable(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  width: z.number(),
  height: z.number(),
  audio: z.boolean(),
  references: z.array(z.object({ role: z.string(), content_type: z.string(), sha256: z.string() })),
});

export type MockSubmissionBody = z.infer<typeof preparedSchema>;

/** The exact body to send but for the references' bytes, which are named by digest. */
export function prepareSubmission(
  request: GenerationRequest,
  correlationId: string,
): PreparedSubmission {
  const { width, height } = nominalPixels(request);
  const value: MockSubmissionBody = {
    correlation_id: correlationId,
    model: request.model,
    media_type: request.mediaType,
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    duration: request.durationSeconds,
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    width,
    height,
    audio: request.generateAudio,
    references: request.references.map(({ role, contentType, sha256 }) => ({
      role,
      content_type: contentType,
      sha256,
    })),
  };
  return { version, value };
}

/** A saved submission, read back. Throws when it is of another version. */
export function readSubmission(submission: PreparedSubmission): MockSubmissionBody {
  if (submission.version !== version) {
    throw new Error('The saved submission is of another version.');
  }
  return preparedSchema.parse(submission.value);
}
