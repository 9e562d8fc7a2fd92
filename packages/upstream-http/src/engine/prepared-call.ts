import type { JsonValue, PreparedSubmission, UpstreamHandle } from '@filmgate/core';
import { z } from 'zod';
import type { OutputLocation } from './poll-reading.ts';
import type { KeyedAt } from './provider-call.ts';
import type { PreparedCall } from './provider-description.ts';

/** Version of the saved forms of a submission and of a handle. */
const version = 1;
/** Maximum size of a stored handle, in characters of its JSON: stores index it. */
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
  keyedAt: z.object({ baseUrl: z.string(), secretSince: z.number().nullable() }).exactOptional(),
  past: z.string().nullable().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('json'), value: json }),
    z.object({ kind: z.literal('multipart'), parts: z.array(partSchema) }),
  ]),
});

/**
 * The stored part of a video's location. A link to another origin gives every holder access, and is not stored, unless
 * it is the receipt itself.
 */
export type SavedOutput =
  | { readonly kind: 'own'; readonly at: string }
  | {
      readonly kind: 'foreign';
      /** The task as the response with the video named it; absent = as it was requested. */
      readonly namedAs?: JsonValue;
    };

const outputSchema: z.ZodType<SavedOutput> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('own'), at: z.string() }),
  z.object({ kind: z.literal('foreign'), namedAs: json.exactOptional() }),
]);

/** Returns the stored form of a call: unchanged. */
export function savedCall(call: PreparedCall): PreparedSubmission {
  return { version, value: json.parse(call) };
}

/** Reads a saved call; undefined if it is of another form. */
export function readCall(submission: PreparedSubmission): PreparedCall | undefined {
  return submission.version === version ? callSchema.safeParse(submission.value).data : undefined;
}

/** Returns true if the call has no key, or would be sent to the address, and with the secret, that know its key. */
export function isKeyKnown({ keyedAt }: PreparedCall, at: KeyedAt | null): boolean {
  if (keyedAt === undefined || at === null) return keyedAt === undefined && at === null;
  return keyedAt.baseUrl === at.baseUrl && keyedAt.secretSince === at.secretSince;
}

/** Returns the handle that finds a task again; undefined if it is larger than a handle may be. */
export function handleOf(task: JsonValue, longest = longestHandle): UpstreamHandle | undefined {
  return JSON.stringify(task).length > longest ? undefined : { version, value: task };
}

/**
 * Returns the task as the description knows it.
 *
 * @throws Error when the handle is of another version
 */
export function taskOf(handle: UpstreamHandle): JsonValue {
  if (handle.version !== version) throw new Error('The saved handle has another version.');
  return handle.value;
}

/** Returns the stored form of an output's location. A URL with a query may be signed or expire: it is read again. */
export function savedOutput({ kind, at }: OutputLocation, namedAs?: JsonValue): JsonValue {
  if (kind === 'own' && !at.includes('?')) return { kind, at };
  return { kind: 'foreign', ...(namedAs !== undefined && { namedAs }) };
}

/** Reads a saved output; undefined if it is of another form, such as one of a former release. */
export function readOutput(value: JsonValue): SavedOutput | undefined {
  return outputSchema.safeParse(value).data;
}
