import type { BucketClient } from './bucket-client.ts';
import {
  type BlobCopy,
  copiesAmong,
  digestOf,
  isWrittenBefore,
  removalKey,
  removedCopy,
  validCopies,
} from './blob-copies.ts';
import type { ListedObject } from './list-response.ts';

/** Objects in one page of a listing; services return no more. */
const pageObjects = 1_000;
/** Concurrent removals. */
const together = 16;

/** Time that removed bytes stay for readers that opened them before, on any node, in ms. */
const removedStayMs = 6 * 3_600_000;

/** Digests whose valid copies all precede the instant, in order, after the given one. Deletes long removed copies. */
export async function sweepBucket(
  client: BucketClient,
  prefix: string,
  page: { readonly writtenBefore: number; readonly after: string | null; readonly limit: number },
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { digest, objects, date } of digestsInOrder(client, prefix, page.after)) {
    const copies = copiesAmong(objects);
    await dropRemoved(client, objects, { copies, date });
    const counting = validCopies(copies);
    const isOld = counting.every((copy) => isWrittenBefore(copy, page.writtenBefore));
    if (counting.length > 0 && isOld) found.push(digest);
    if (found.length === page.limit) break;
  }
  return found;
}

interface ListedDigest {
  readonly digest: string;
  readonly objects: readonly ListedObject[];
  /** The service's clock. */
  readonly date: number | null;
}

/** Everything below the prefix, grouped by digest: a listing is in the order of its keys. */
async function* digestsInOrder(
  client: BucketClient,
  prefix: string,
  after: string | null,
): AsyncGenerator<ListedDigest> {
  // `0` comes right after `/`: no key of the digest itself follows it.
  const startAfter = after === null ? undefined : `${prefix}/${after}0`;
  let continueFrom: string | undefined;
  let current:
    | { readonly digest: string; objects: ListedObject[]; date: number | null }
    | undefined;
  do {
    const page = await client.list({
      prefix: `${prefix}/`,
      limit: pageObjects,
      ...(continueFrom !== undefined && { continueFrom }),
      ...(continueFrom === undefined && startAfter !== undefined && { startAfter }),
    });
    for (const object of page.objects) {
      const digest = digestOf(prefix, object);
      if (digest === undefined) continue;
      if (current !== undefined && current.digest !== digest) yield current;
      if (current?.digest !== digest) current = { digest, objects: [], date: page.date };
      current.objects.push(object);
    }
    continueFrom = page.next ?? undefined;
  } while (continueFrom !== undefined);
  if (current !== undefined) yield current;
}

/** Bytes first and the record of their removal last: the other way round, a kill in between would restore them. */
async function dropRemoved(
  client: BucketClient,
  objects: readonly ListedObject[],
  { copies, date }: { readonly copies: readonly BlobCopy[]; readonly date: number | null },
): Promise<void> {
  if (date === null) return;
  const gone = copies.filter(
    ({ removedAt }) => removedAt !== null && removedAt + removedStayMs < date,
  );
  const present = new Set(objects.map(({ key }) => key));
  const orphaned = objects.filter((object) => {
    const copy = removedCopy(object);
    return copy !== undefined && !present.has(copy) && object.writtenAt + removedStayMs < date;
  });
  for (let at = 0; at < gone.length; at += together) {
    await Promise.all(
      gone.slice(at, at + together).map(async ({ key }) => {
        await client.delete(key);
        await client.delete(removalKey(key));
      }),
    );
  }
  for (const { key } of orphaned) await client.delete(key);
}
