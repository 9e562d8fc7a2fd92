import { createHash } from 'node:crypto';
import { stripMagicTokens } from './strip-magic-tokens.ts';
import type { MockSubmission } from './mock-job.ts';

/** Bytes of a digest: enough to distinguish the submissions of one space. */
const digestBytes = 8;

function digestOf(value: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(value)).digest();
  return digest.toString('hex', 0, digestBytes);
}

/** Digest of the requested content: equal for submissions that differ only in account and names. */
export function contentOf(submission: MockSubmission): string {
  const { wire, model, mediaType, prompt, negativePrompt, durationSeconds } = submission;
  // Of a recorded request only the digest of the whole is known.
  if (submission.recorded !== undefined) return digestOf([wire, submission.correlationId]);
  const { aspectRatio, resolution, width, height, audio, references } = submission;
  const sources = references.map(({ role, sha256 }) => [role, sha256]);
  // A token selects the mock's behaviour, and is no part of the content.
  const prompts = [prompt, negativePrompt ?? ''].map(stripMagicTokens);
  const texts = [wire, model, mediaType, ...prompts, aspectRatio, resolution];
  return digestOf([...texts, durationSeconds, width, height, audio, sources]);
}

/**
 * Logical key: groups submissions that their caller means as one piece of work [mock.attempts]. The `Idempotency-Key`
 * it sent, else its own id in the provider's API, else the account and the content.
 */
export function logicalKeyOf(submission: {
  readonly idempotencyKey: string | null;
  /** Null if the API has none or the client sent none. */
  readonly ownId: string | null;
  readonly account: string;
  readonly content: string;
}): string {
  const { idempotencyKey, ownId, account, content } = submission;
  if (idempotencyKey !== null) return `idempotency:${idempotencyKey}`;
  if (ownId !== null) return `id:${ownId}`;
  return `same:${digestOf([account, content])}`;
}

/** Returns true if the caller named the work itself: a repeat is then no second piece of work. */
export function isNamed(key: string): boolean {
  return !key.startsWith('same:');
}

/** Returns true if a caller means this key: the whole key, or the name in it. */
export function isKey(key: string, wanted: string): boolean {
  return key === wanted || (isNamed(key) && key.slice(key.indexOf(':') + 1) === wanted);
}
