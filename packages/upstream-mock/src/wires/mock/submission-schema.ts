import { createHash } from 'node:crypto';
import * as z from 'zod';
import { longestCallbackUrl } from '../../callbacks/callback-url.ts';
import { readJsonBody } from '../../engine/json-body.ts';
import { addProblems, hasToken, unreadToken } from '../../engine/sent-fields.ts';
import type { ReadSubmission, WireCall } from '../../engine/wire-call.ts';
import type { MockReference } from '../../job/mock-job.ts';

/** Maximum size of a submission, in bytes: nine references of 20 MiB in Base64, and the rest. */
const longestSubmission = 256 * 1024 * 1024;

/** A reference with its bytes, which must match its digest: otherwise something was lost in transit. */
const referenceSchema = z
  .looseObject({
    role: z.string(),
    content_type: z.string(),
    sha256: z.string(),
    /** Base64. */
    data: z.string(),
  })
  .transform((sent, context): MockReference => {
    const { role, content_type: contentType, sha256, data } = sent;
    addProblems(context, [unreadToken(sent, ['role', 'content_type'])]);
    const bytes = Buffer.from(data, 'base64');
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      context.addIssue({ code: 'custom', message: 'the bytes do not match the digest' });
    }
    return { role, contentType, sha256, size: bytes.length };
  });

/** Fields of `POST /v1/generations`. */
export const submissionFields = z.looseObject({
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
});

/** Fields where tokens take effect, or which contain no text. */
const readFields = [
  'correlation_id',
  'model',
  'prompt',
  'negative_prompt',
  'aspect_ratio',
  'resolution',
  'references',
];

/** Reads the body of `POST /v1/generations`. A token in a text where none takes effect is refused by its place. */
export function readOwnSubmission(call: WireCall) {
  const { account, url } = call;
  const schema = submissionFields.transform((body, context): ReadSubmission => {
    const places = [['the account key', account] as const, ...url.searchParams];
    const [place] = places.find(([, text]) => hasToken(text)) ?? [];
    addProblems(context, [unreadToken(body, readFields)]);
    if (place !== undefined)
      context.addIssue({ code: 'custom', message: `a token has no effect in ${place}` });
    const { width, height, audio, model, prompt, references, resolution } = body;
    const receiver = body.callback_url;
    return {
      ownId: body.correlation_id,
      ...(typeof receiver === 'string' && {
        callback: { url: receiver, field: 'callback_url', events: ['processing', 'ended'] },
      }),
      content: {
        width,
        height,
        audio,
        model,
        prompt,
        references,
        resolution,
        mediaType: body.media_type,
        negativePrompt: body.negative_prompt,
        durationSeconds: body.duration,
        aspectRatio: body.aspect_ratio,
        echo: {},
      },
    };
  });
  return readJsonBody(call, schema, longestSubmission);
}
