import { createHash, randomUUID } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import {
  type BlobStore,
  declineSource,
  type Logger,
  type OpenBlob,
  receiveBlob,
  type ReceiveInput,
  type StagedBlob,
  type StageOutcome,
} from '@filmgate/core';
import {
  type BlobCopy,
  copiesAmong,
  copiesPrefix,
  copyKey,
  isDigest,
  isWrittenBefore,
  removalKey,
  validCopies,
  superseded,
} from './blob-copies.ts';
import { BucketBlob } from './bucket-blob.ts';
import { BucketClient, type Upload } from './bucket-client.ts';
import type { BucketLocation } from './bucket-location.ts';
import type { ListedObject } from './list-response.ts';
import { onSpool, SpooledBlob, SpoolFile } from './spool-file.ts';
import { sweepBucket } from './sweep-bucket.ts';

/** Only the gateway's user may read blobs in the spool. */
const folderMode = 0o700;
const listedAtOnce = 1_000;

export interface S3BlobsOptions extends BucketLocation {
  /**
   * Prefix of all keys; two stores in one bucket need two prefixes of which neither begins with the other. Without
   * slashes at its ends.
   */
  readonly prefix: string;
  /** Folder on this machine where bytes are stored before they are checked and sent; created if missing. */
  readonly spoolDirectory: string;
  readonly log?: Logger;
}

/** A blob store in a bucket, with a `close` method. */
export interface S3Blobs extends BlobStore {
  /** A short text that identifies this store; undefined until one was written. No sweep removes it. */
  readStoreId(): Promise<string | undefined>;
  writeStoreId(text: string): Promise<void>;
  /** Discards blobs that are staged and not kept, and ends the connections after the running requests. */
  close(): Promise<void>;
}

/**
 * Opens a blob store in an S3-compatible bucket. Bytes are received, digested and checked in a nameless file on this
 * machine and sent in one request signed over their digest, so the bucket has them completely or not at all.
 *
 * @throws StorageUnavailable when the bucket cannot be listed with these credentials, or the folder cannot be created
 */
export async function createS3Blobs(options: S3BlobsOptions): Promise<S3Blobs> {
  const { prefix, spoolDirectory, log } = options;
  await onSpool('be made', () => mkdir(spoolDirectory, { recursive: true, mode: folderMode }));
  const client = new BucketClient(options);
  try {
    await client.list({ prefix: `${prefix}/`, limit: 1 });
  } catch (error) {
    await client.close();
    throw error;
  }
  return new BucketBlobs({ client, prefix, spoolDirectory, log });
}

interface Parts {
  readonly client: BucketClient;
  readonly prefix: string;
  readonly spoolDirectory: string;
  readonly log: Logger | undefined;
}

class BucketBlobs implements S3Blobs {
  readonly #client: BucketClient;
  readonly #prefix: string;
  readonly #spoolDirectory: string;
  readonly #log: Logger | undefined;
  readonly #staged = new WeakMap<StagedBlob, SpooledBlob>();
  /** Blobs neither kept nor discarded so far. */
  readonly #waiting = new Set<SpooledBlob>();

  constructor({ client, prefix, spoolDirectory, log }: Parts) {
    this.#client = client;
    this.#prefix = prefix;
    this.#spoolDirectory = spoolDirectory;
    this.#log = log;
  }

  async stage(input: ReceiveInput): Promise<StageOutcome> {
    if (input.expectedBytes !== null && input.expectedBytes > input.maxBytes) {
      await declineSource(input.source);
      return { kind: 'too-large', maxBytes: input.maxBytes };
    }
    const file = await SpoolFile.create(this.#spoolDirectory);
    try {
      const received = await receiveBlob(file, input);
      if (received.kind === 'whole') return { kind: 'staged', blob: this.#wait(file, received) };
      await this.#cleanUp(() => file.close());
      return received;
    } catch (error) {
      await this.#cleanUp(() => file.close());
      throw error;
    }
  }

  async commit(blob: StagedBlob): Promise<void> {
    const spooled = this.#spooled(blob);
    if (spooled.isKept) return;
    const { sha256, size } = spooled;
    try {
      const key = copyKey(this.#prefix, { sha256, size, random: randomUUID() });
      await this.#client.put(key, spooled.upload());
      spooled.keptInBucket();
    } finally {
      await this.discard(blob);
    }
    await this.#cleanUp(async () => this.#noteRemovals(superseded(await this.#copies(sha256))));
  }

  async discard(blob: StagedBlob): Promise<void> {
    const spooled = this.#spooled(blob);
    this.#waiting.delete(spooled);
    await this.#cleanUp(() => spooled.close());
  }

  async open(sha256: string): Promise<OpenBlob | undefined> {
    if (!isDigest(sha256)) return undefined;
    const youngest = validCopies(await this.#copies(sha256)).at(-1);
    return youngest === undefined ? undefined : new BucketBlob(this.#client, youngest);
  }

  async remove(sha256: string, only?: { readonly writtenBefore: number }): Promise<void> {
    if (!isDigest(sha256)) return;
    const counting = validCopies(await this.#copies(sha256));
    await this.#noteRemovals(
      only === undefined
        ? counting
        : counting.filter((copy) => isWrittenBefore(copy, only.writtenBefore)),
    );
  }

  async sweepCandidates(page: {
    readonly writtenBefore: number;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly string[]> {
    for (const spooled of this.#waiting) {
      if (await spooled.isOlderThan(page.writtenBefore)) await this.discard(spooled);
    }
    return sweepBucket(this.#client, this.#prefix, page);
  }

  /** Free bytes of the spool folder: the bucket is unlimited, the folder is not. */
  async freeBytes(): Promise<number | null> {
    try {
      const { bavail, bsize } = await statfs(this.#spoolDirectory);
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  async readStoreId(): Promise<string | undefined> {
    const page = await this.#client.list({ prefix: this.#storeIdKey, limit: 1 });
    const size = page.objects.find(({ key }) => key === this.#storeIdKey)?.size ?? 0;
    if (size === 0) return undefined;
    const blob = new BucketBlob(this.#client, { key: this.#storeIdKey, size });
    const bytes = new Uint8Array(size);
    await blob.readInto(bytes, 0);
    await blob.close();
    return new TextDecoder().decode(bytes);
  }

  async writeStoreId(text: string): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.#client.put(this.#storeIdKey, { size: bytes.length, sha256, body: () => bytes });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#waiting].map((spooled) => this.discard(spooled)));
    await this.#client.close();
  }

  get #storeIdKey(): string {
    return `${this.#prefix}/store-mark`;
  }

  #wait(file: SpoolFile, content: { readonly sha256: string; readonly size: number }): SpooledBlob {
    const blob = new SpooledBlob(file, content);
    this.#staged.set(blob, blob);
    this.#waiting.add(blob);
    return blob;
  }

  #spooled(blob: StagedBlob): SpooledBlob {
    const spooled = this.#staged.get(blob);
    if (spooled === undefined) throw new TypeError('This blob was staged in another store.');
    return spooled;
  }

  async #copies(sha256: string): Promise<readonly BlobCopy[]> {
    const prefix = copiesPrefix(this.#prefix, sha256);
    const objects: ListedObject[] = [];
    let continueFrom: string | undefined;
    do {
      const page = await this.#client.list({
        prefix,
        limit: listedAtOnce,
        ...(continueFrom !== undefined && { continueFrom }),
      });
      objects.push(...page.objects);
      continueFrom = page.next ?? undefined;
    } while (continueFrom !== undefined);
    return copiesAmong(objects);
  }

  async #noteRemovals(copies: readonly BlobCopy[]): Promise<void> {
    await Promise.all(copies.map(({ key }) => this.#client.put(removalKey(key), nothing)));
  }

  /** A failed cleanup must not hide its cause; remaining objects are removed by their age. */
  async #cleanUp(operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      this.#log?.warn('blob-clean-up-failed', { reason });
    }
  }
}

const nothing: Upload = {
  size: 0,
  sha256: createHash('sha256').digest('hex'),
  body: () => new Uint8Array(),
};
