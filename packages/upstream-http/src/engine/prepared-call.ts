import type { JsonValue, PreparedSubmission, UpstreamHandle } from '@filmgate/core';
import { z } from 'zod';
import type { OutputLocation } from './poll-reading.ts';
import type { PreparedCall } from './provider-description.ts';

/** Version of the saved forms of a submission and of a handle. */
const version = 1;
/** Largest handle that is kept, in characters of its JSON: stores index it. */
const longestHandle = 2_000;

const json: z.ZodType<JsonValue> = z.json();

const partSchema = z.union([
  z.strictObject({ name: z.string(), text: z.string() }),
  z.strictObject({
    name: z.string(),
    fileName: z.string(),
    contentType: z.string(),
    sha256: z.string(),
  }),
]);

const callSchema: z.ZodType<PreparedCall> = z.object({
  path: z.string().startsWith('/'),
  past: z.string().nullable().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('json'), value: json }),
    z.object({ kind: z.literal('multipart'), parts: z.array(partSchema) }),
  ]),
});

/**
 * Where a finished video is, as far as that is saved. A link to another origin opens the video to every holder of the
 * link, so it is never kept.
 */
export type SavedOutput =
  | { readonly kind: 'own'; readonly at: string }
  | {
      readonly kind: 'foreign';
      /** The task as the response named it that told of the video; absent = as it was asked for. */
      readonly namedAs?: JsonValue;
    };

const outputSchema: z.ZodType<SavedOutput> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), at: z.string() }),
  z.object({ kind: z.literal('foreign'), namedAs: json.exactOptional() }),
]);

/** The form in which a call is saved: as it is. */
export function savedCall(call: PreparedCall): PreparedSubmission {
  return { version, value: json.parse(call) };
}

/** A saved call, read back; undefined when it is of another form. */
export function readCall(submission: PreparedSubmission): PreparedCall | undefined {
  return submission.version === version ? callSchema.safeParse(submission.value).data : undefined;
}

/** What finds a task again; undefined when it is larger than a handle may be. */
export function handleOf(task: JsonValue): UpstreamHandle | undefined {
  return JSON.stringify(task).length > longestHandle ? undefined : { version, value: task };
}

/**
 * The task as the description knows it.
 *
 * @throws Error when the handle is of another version
 */
export function taskOf(handle: UpstreamHandle): JsonValue {
  if (handle.version !== version) throw new Error('The saved handle is of another version.');
  return handle.value;
}

/** The form in which the place of an output is saved. What has a query may be signed or end, and is asked for again. */
export function savedOutput({ kind, at }: OutputLocation, namedAs?: JsonValue): JsonValue {
  if (kind === 'own' && !at.includes('?')) return { kind, at };
  return { kind: 'foreign', ...(namedAs !== undefined && { namedAs }) };
}

/** Where a saved output lies; undefined when it is of another form, as one of a former release. */
export function readOutput(value: JsonValue): SavedOutput | undefined {
  return outputSchema.safeParse(value).data;
}
