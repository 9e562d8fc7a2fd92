import * as z from 'zod';
import type { CallbackEvent } from '../job/callback-order.ts';
import type { MockReference } from '../job/mock-job.ts';
import { readJsonBody } from './json-body.ts';
import type { SubmissionBody } from './personality.ts';
import { pricedResolution, ratioPixels, type Pixels } from './ratio-pixels.ts';
import type { ReadSubmissionBody } from './routes.ts';
import { addProblems, type FieldProblem, type SentFields } from './sent-fields.ts';
import type { ReadSubmission, WireCall } from './wire-call.ts';

/** The video that a request asks for; an absent part is as most APIs have it. */
export interface SentVideo extends Omit<ReadSubmission, 'content' | 'callback'> {
  readonly model: string;
  /** Absent = `video`. */
  readonly mediaType?: 'image' | 'video';
  /** Absent = empty. */
  readonly prompt?: string | undefined;
  readonly negativePrompt?: string | null | undefined;
  readonly durationSeconds: number | null;
  readonly aspectRatio: string;
  readonly resolution: string;
  /** Absent = those of the ratio and the resolution. */
  readonly pixels?: Pixels | undefined;
  /** Absent = with sound. */
  readonly audio?: boolean;
  readonly references: readonly MockReference[];
  readonly echo?: SubmissionBody['echo'];
  /** Receiver of callbacks, if its field is a text. */
  readonly callback?: {
    readonly url: string | null | undefined;
    readonly field: string;
    readonly events: readonly CallbackEvent[];
  };
  /** Problems of valid fields together, in the order in which a refusal has them. */
  readonly problems?: readonly FieldProblem[];
}

/** Stands for the size of a video that is refused for its shape. */
const noPixels: Pixels = { width: 2, height: 2 };

/**
 * Reads a submission from a JSON body.
 *
 * @param fields - of the body
 * @param meaning - of valid fields; `sent`: all fields as they were sent
 */
export function videoBody<Fields>(
  fields: z.ZodType<Fields>,
  meaning: (body: Fields, call: WireCall, sent: SentFields) => SentVideo,
): ReadSubmissionBody {
  return (call) => {
    const schema = z.unknown().transform((sent, context): ReadSubmission => {
      const { success, data, error } = fields.safeParse(sent);
      if (!success) {
        for (const { path, message } of error.issues)
          context.addIssue({ code: 'custom', path: [...path], message });
        return z.NEVER;
      }
      const { problems = [], ...asked } = meaning(data, call, fieldsIn(sent));
      addProblems(context, problems);
      return submissionOf(asked);
    });
    return readJsonBody(call, schema);
  };
}

function fieldsIn(sent: unknown): SentFields {
  return typeof sent === 'object' && sent !== null ? { ...sent } : {};
}

function submissionOf({
  callback,
  ownId,
  deadlineMs,
  startWithinMs,
  model,
  mediaType = 'video',
  prompt = '',
  negativePrompt = null,
  durationSeconds,
  aspectRatio,
  resolution,
  pixels = ratioPixels(resolution, aspectRatio) ?? noPixels,
  audio = true,
  references,
  echo = {},
}: SentVideo): ReadSubmission {
  const url = callback?.url;
  return {
    ownId,
    deadlineMs,
    startWithinMs,
    callback: callback === undefined || typeof url !== 'string' ? undefined : { ...callback, url },
    content: {
      model,
      mediaType,
      prompt,
      negativePrompt,
      durationSeconds,
      aspectRatio,
      resolution: pricedResolution(resolution, pixels),
      ...pixels,
      audio,
      references,
      echo,
    },
  };
}
