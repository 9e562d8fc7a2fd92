import type { ListedObject } from './list-response.ts';

/**
 * How a blob lies in the bucket. Each time bytes are kept they get a key of their own,
 * `<prefix>/<sha256>/<random>.<size>`; a removal adds an empty object beside it, `….removed`. No key is ever written twice,
 * so a removal that decided about an old copy cannot take a young one with it, on any service and without conditions.
 */
export interface BlobCopy {
  readonly key: string;
  readonly size: number;
  readonly writtenAt: number;
  /** When it was removed, by the service's clock; null while it counts. */
  readonly removedAt: number | null;
}

const digestForm = /^[0-9a-f]{64}$/;
const copyForm = /^(?<copy>[0-9a-f-]{36}\.(?<size>\d{1,16}))(?<removed>\.removed)?$/;
const removedEnding = '.removed';

/** Whether a text is a SHA-256 in lower-case hex: keys are made from nothing else. */
export function isDigest(text: string): boolean {
  return digestForm.test(text);
}

/** Where the copies of a digest lie. Precondition: `isDigest`. */
export function copiesPrefix(prefix: string, sha256: string): string {
  return `${prefix}/${sha256}/`;
}

export function copyKey(
  prefix: string,
  copy: { readonly sha256: string; readonly size: number; readonly random: string },
): string {
  return `${copiesPrefix(prefix, copy.sha256)}${copy.random}.${copy.size}`;
}

/** The key of the note that a copy was removed. */
export function removalKey(copy: string): string {
  return `${copy}${removedEnding}`;
}

/** The key of the copy whose removal an object notes; undefined when it notes none. */
export function removedCopy({ key }: Pick<ListedObject, 'key'>): string | undefined {
  return key.endsWith(removedEnding) ? key.slice(0, -removedEnding.length) : undefined;
}

/** The digest an object belongs to; undefined for an object that is not the store's. */
export function digestOf(prefix: string, { key }: Pick<ListedObject, 'key'>): string | undefined {
  if (!key.startsWith(`${prefix}/`)) return undefined;
  const [digest = '', name = '', ...rest] = key.slice(prefix.length + 1).split('/');
  return rest.length === 0 && isDigest(digest) && copyForm.test(name) ? digest : undefined;
}

/**
 * The copies among the objects of one digest, oldest first. One whose size is not the one its key names was cut off on its
 * way by a service that keeps such things, and does not count.
 */
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

/** The copies that count, oldest first. */
export function standing(copies: readonly BlobCopy[]): readonly BlobCopy[] {
  return copies.filter(({ removedAt }) => removedAt === null);
}

/** Copies that count no longer since a younger one of the same bytes does. */
export function superseded(copies: readonly BlobCopy[]): readonly BlobCopy[] {
  return standing(copies).slice(0, -1);
}

/** The clocks of some services have whole seconds: what may have been written later has not been written before. */
const clockStepMs = 1_000;

/** Whether a copy was surely written before the instant. */
export function isWrittenBefore({ writtenAt }: Pick<BlobCopy, 'writtenAt'>, instant: number) {
  return writtenAt + clockStepMs <= instant;
}

function byAge(one: BlobCopy, other: BlobCopy): number {
  if (one.writtenAt !== other.writtenAt) return one.writtenAt - other.writtenAt;
  return one.key < other.key ? -1 : 1;
}
