import { createHash } from 'node:crypto';
import { stripMagicTokens } from '../tokens/strip-magic-tokens.ts';
import { type MockSubmission, ownWire } from '../world/mock-job.ts';

/** Bytes of a digest: enough to tell the submissions of one world apart. */
const digestBytes = 8;

function digestOf(value: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest();
  return digest.toString('hex', 0, digestBytes);
}

/** A digest of what was asked for: the same for two submissions that differ in account and names alone. */
export function contentOf(submission: MockSubmission): string {
  const { wire, model, mediaType, prompt, negativePrompt, durationSeconds } = submission;
  // Of the whole of a recorded request its digest is known, and only that.
  if (submission.recorded !== undefined) return digestOf([wire, submission.correlationId]);
  const { aspectRatio, resolution, width, height, audio, references } = submission;
  const sources = references.map(({ role, sha256 }) => [role, sha256]);
  // A token says how the mock behaves, and is no part of the wish.
  const prompts = [prompt, negativePrompt ?? ''].map(stripMagicTokens);
  const texts = [wire, model, mediaType, ...prompts, aspectRatio, resolution];
  return digestOf([...texts, durationSeconds, width, height, audio, sources]);
}

/**
 * What makes two submissions one piece of work in the eyes of their caller [mock.attempts]: the `Idempotency-Key` it sent, else the
 * provider's own id of the client, else the account and what was asked for.
 */
export function logicalKeyOf(submission: {
  readonly idempotencyKey: string | null;
  /** Null where the wire has none or the client sent none. */
  readonly ownId: string | null;
  readonly account: string;
  readonly content: string;
}): string {
  const { idempotencyKey, ownId, account, content } = submission;
  if (idempotencyKey !== null) return `idempotency:${idempotencyKey}`;
  if (ownId !== null) return `id:${ownId}`;
  return `same:${digestOf([account, content])}`;
}

/** The key of a submission that was accepted before ledgers said the key. */
export function formerKeyOf(job: MockSubmission & { readonly account: string }): string {
  const { account, correlationId, echo, wire } = job;
  const isOwn = wire === ownWire || echo['external_id'] === correlationId;
  const idempotencyKey = echo['idempotency_key'] ?? null;
  const ownId = isOwn ? correlationId : null;
  return logicalKeyOf({ idempotencyKey, ownId, account, content: contentOf(job) });
}

/** Whether the caller named the work itself: then a repeat is no second piece of work. */
export function isNamed(key: string): boolean {
  return !key.startsWith('same:');
}

/** Whether a caller means this key: by the whole of it, or by the name it gave. */
export function isKey(key: string, wanted: string): boolean {
  return key === wanted || (isNamed(key) && key.slice(key.indexOf(':') + 1) === wanted);
}
