import { createHash } from 'node:crypto';
import * as z from 'zod';
import { longestCallbackUrl } from '../../callbacks/callback-url.ts';
import { type MockReference, type MockSubmission, ownWire } from '../../job/mock-job.ts';

/** A reference with its bytes, which must match its digest: otherwise something was lost in transit. */
const referenceSchema = z
  .object({
    role: z.string(),
    content_type: z.string(),
    sha256: z.string(),
    /** Base64. */
    data: z.string(),
  })
  .transform(({ role, content_type: contentType, sha256, data }, context): MockReference => {
    const bytes = Buffer.from(data, 'base64');
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      context.addIssue({ code: 'custom', message: 'the bytes do not match the digest' });
    }
    return { role, contentType, sha256, size: bytes.length };
  });

/** Body of `POST /v1/generations`. */
export const submissionSchema = z
  .object({
    correlation_id: z.string().min(1).max(200),
    model: z.string().min(1),
    media_type: z.enum(['video', 'image']),
    prompt: z.string().min(1),
    negative_prompt: z.string().nullable(),
    duration: z.number().int().positive().max(60).nullable(),
    aspect_ratio: z.string(),
    resolution: z.string(),
    // Valid sizes depend on the drawing code, and are checked there.
    width: z.number(),
    height: z.number(),
    audio: z.boolean(),
    references: z.array(referenceSchema),
    callback_url: z.string().max(longestCallbackUrl).nullish(),
  })
  .transform(
    ({
      correlation_id,
      media_type,
      negative_prompt,
      duration,
      aspect_ratio,
      callback_url: url,
      ...same
    }): MockSubmission => ({
      ...same,
      correlationId: correlation_id,
      mediaType: media_type,
      negativePrompt: negative_prompt,
      durationSeconds: duration,
      aspectRatio: aspect_ratio,
      wire: ownWire,
      echo: {},
      ...(typeof url === 'string' && {
        callback: { url, events: ['processing', 'ended'], base: '' },
      }),
    }),
  );
