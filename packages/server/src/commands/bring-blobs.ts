import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobStore, Logger, OpenBlob, StoreExport } from '@filmgate/core';
import { openBlobs } from '../compose/open-blobs.ts';
import type { Settings } from '../settings/settings-schema.ts';

/** Size of one read from a file, in bytes. */
const pieceBytes = 1024 * 1024;

/** Digest and location of bytes that a record needs. */
interface NeededBytes {
  readonly kind: 'assets' | 'results';
  readonly sha256: string;
}

/**
 * Copies uploads and videos from the folders of the data directory to the bucket of the settings; existing objects
 * stay. Does nothing where results stay in files. Bytes that are in neither place have expired.
 */
export async function bringBlobs(
  settings: Settings,
  source: Pick<StoreExport, 'records'>,
  log: Logger,
): Promise<void> {
  if (settings.FILMGATE_RESULT_STORE !== 's3') return;
  const inFiles: Settings = { ...settings, FILMGATE_RESULT_STORE: 'files' };
  for (const kind of ['assets', 'results'] as const) {
    if (!existsSync(join(settings.FILMGATE_DATA_DIR, kind))) continue;
    const from = await openBlobs(inFiles, kind, log);
    const to = await openBlobs(settings, kind, log);
    try {
      for await (const needed of neededBytes(source))
        if (needed.kind === kind) await bring(needed.sha256, from.blobs, to.blobs);
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
  }
}

async function* neededBytes({
  records,
}: Pick<StoreExport, 'records'>): AsyncGenerator<NeededBytes> {
  for await (const record of records({ kind: 'owner', order: Number.MAX_SAFE_INTEGER })) {
    if (record.kind === 'asset') yield { kind: 'assets', sha256: record.asset.sha256 };
    if (record.kind !== 'job') continue;
    for (const { sha256 } of record.job.request.references) yield { kind: 'assets', sha256 };
    const { result } = record.job;
    if (result !== null) yield { kind: 'results', sha256: result.sha256 };
  }
}

async function bring(sha256: string, from: BlobStore, to: BlobStore): Promise<void> {
  const there = await to.open(sha256);
  if (there !== undefined) return there.close();
  const here = await from.open(sha256);
  if (here === undefined) return;
  try {
    const { size } = here;
    const staged = await to.stage({
      source: piecesOf(here),
      maxBytes: size,
      expectedBytes: size,
    });
    if (staged.kind !== 'staged' || staged.blob.sha256 !== sha256)
      throw new Error(`The file ${sha256} is damaged: its content does not match its digest.`);
    await to.commit(staged.blob);
  } finally {
    await here.close();
  }
}

async function* piecesOf(blob: OpenBlob): AsyncGenerator<Uint8Array> {
  let position = 0;
  while (position < blob.size) {
    const piece = new Uint8Array(Math.min(pieceBytes, blob.size - position));
    const read = await blob.readInto(piece, position);
    if (read === 0) return;
    position += read;
    yield piece.subarray(0, read);
  }
}
