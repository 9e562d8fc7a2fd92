import type { ListedObject } from './list-response.ts';

/**
 * A copy of a blob in the bucket. Each time bytes are kept they get a unique key, `<prefix>/<sha256>/<random>.<size>`;
 * a removal adds an empty object beside it, `….removed`. No key is ever written twice, so a removal that was decided
 * for an old copy cannot remove a newer one, on any service and without conditions.
 */
export interface BlobCopy {
  readonly key: string;
  readonly size: number;
  readonly writtenAt: number;
  /** Instant of the removal, by the service's clock; null while the copy is valid. */
  readonly removedAt: number | null;
}

const digestForm = /^[0-9a-f]{64}$/;
const copyForm = /^(?<copy>[0-9a-f-]{36}\.(?<size>\d{1,16}))(?<removed>\.removed)?$/;
const removedEnding = '.removed';

/** True for a SHA-256 in lower-case hex: keys are made from nothing else. */
export function isDigest(text: string): boolean {
  return digestForm.test(text);
}

/** Key prefix of the copies of a digest. Precondition: `isDigest`. */
export function copiesPrefix(prefix: string, sha256: string): string {
  return `${prefix}/${sha256}/`;
}

export function copyKey(
  prefix: string,
  copy: { readonly sha256: string; readonly size: number; readonly random: string },
): string {
  return `${copiesPrefix(prefix, copy.sha256)}${copy.random}.${copy.size}`;
}

/** The key of the object that records a copy's removal. */
export function removalKey(copy: string): string {
  return `${copy}${removedEnding}`;
}

/** The key of the copy whose removal an object records; undefined when it records none. */
export function removedCopy({ key }: Pick<ListedObject, 'key'>): string | undefined {
  return key.endsWith(removedEnding) ? key.slice(0, -removedEnding.length) : undefined;
}

/** The digest an object belongs to; undefined for an object that is not the store's. */
export function digestOf(prefix: string, { key }: Pick<ListedObject, 'key'>): string | undefined {
  if (!key.startsWith(`${prefix}/`)) return undefined;
  const [digest = '', name = '', ...rest] = key.slice(prefix.length + 1).split('/');
  return rest.length === 0 && isDigest(digest) && copyForm.test(name) ? digest : undefined;
}

/** Copies among one digest's objects, oldest first; those of a wrong size, truncated by a service, are left out. */
export function copiesAmong(objects: readonly ListedObject[]): readonly BlobCopy[] {
  const copies = new Map<string, BlobCopy>();
  const removals = new Map<string, number>();
  for (const { key, size, writtenAt } of objects) {
    const named = copyForm.exec(key.slice(key.lastIndexOf('/') + 1))?.groups;
    if (named === undefined) continue;
    if (named['removed'] !== undefined) {
      removals.set(key.slice(0, -removedEnding.length), writtenAt);
    } else if (Number(named['size']) === size) {
      copies.set(key, { key, size, writtenAt, removedAt: null });
    }
  }
  return [...copies.values()]
    .map((copy) => ({ ...copy, removedAt: removals.get(copy.key) ?? null }))
    .toSorted(byAge);
}

/** The valid copies, oldest first. */
export function validCopies(copies: readonly BlobCopy[]): readonly BlobCopy[] {
  return copies.filter(({ removedAt }) => removedAt === null);
}

/** Copies replaced by a newer valid one of the same bytes. */
export function superseded(copies: readonly BlobCopy[]): readonly BlobCopy[] {
  return validCopies(copies).slice(0, -1);
}

/** Resolution of some services' clocks, in ms. In doubt a copy does not count as written before an instant. */
const clockStepMs = 1_000;

/** True when a copy was certainly written before the instant. */
export function isWrittenBefore({ writtenAt }: Pick<BlobCopy, 'writtenAt'>, instant: number) {
  return writtenAt + clockStepMs <= instant;
}

function byAge(one: BlobCopy, other: BlobCopy): number {
  if (one.writtenAt !== other.writtenAt) return one.writtenAt - other.writtenAt;
  return one.key < other.key ? -1 : 1;
}
