import { createHash } from 'node:crypto';
import {
  type BlobStore,
  type Logger,
  type NeededFile,
  type OpenBlob,
  StorageUnavailable,
} from '@filmgate/core';
import { openBlobs } from '../compose/open-blobs.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { type FileOnRecord, filesOnRecord } from './files-on-record.ts';
import type { MoveDisplay } from './progress-display.ts';

const pieceBytes = 1024 * 1024;

const findings = ['missing', 'cut', 'changed', 'unreadable'] as const;
type Finding = (typeof findings)[number];

export interface VerifyCommand {
  readonly settings: Settings;
  readonly display: MoveDisplay;
}

export interface VerifiedFiles {
  readonly isSound: boolean;
  /** Lines for the operator: each file that differs from its record, then the counts. */
  readonly message: string;
}

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * `filmgate verify`: reads every file that a job has on record, in the folder or bucket of the settings, and changes
 * nothing. The gateway may be running.
 *
 * @throws Error with a sentence for the operator
 */
export async function verifyFiles({ settings, display }: VerifyCommand): Promise<VerifiedFiles> {
  let total = 0;
  for await (const _ of filesOnRecord(settings)) total += 1;
  const results = await openBlobs(settings, 'results', silent);
  const assets = await openBlobs(settings, 'assets', silent);
  const stores = { results: results.blobs, assets: assets.blobs };
  const found: Found[] = [];
  let [read, bytes] = [0, 0];
  try {
    for await (const one of filesOnRecord(settings)) {
      const finding = await findingOf(stores, one);
      if (finding !== null) found.push({ ...one, finding });
      read += 1;
      bytes += one.file?.size ?? 0;
      display.show({ phase: 'files', done: read, total: Math.max(total, read) });
    }
  } finally {
    display.end();
    await results.close();
    await assets.close();
  }
  return { isSound: found.length === 0, message: describe(found, { read, bytes }) };
}

type Found = FileOnRecord & { readonly finding: Finding };

function describe(
  found: readonly Found[],
  { read, bytes }: { readonly read: number; readonly bytes: number },
): string {
  const counts = findings.map(
    (one) => `${found.filter(({ finding }) => finding === one).length} ${one}`,
  );
  const sound = read - found.length;
  const summary = `Files ${read}, ${bytes} bytes: ${sound} intact, ${counts.join(', ')}.`;
  if (found.length === 0) return summary;
  const advice =
    'A missing or cut video is downloaded again when next opened, if the provider still has the video.';
  return [...found.map(lineOf), summary, advice].join('\n');
}

function lineOf({ finding, job, file }: Found): string {
  if (file === null) return `${finding}: the record of ${job}`;
  const what = { results: 'the video', assets: 'a reference' }[file.store];
  return `${finding}: ${what} of ${job}, ${file.store}/${file.sha256}, ${file.size} bytes`;
}

type Stores = { readonly [S in NeededFile['store']]: BlobStore };

/** Returns the problem of one file, or null. An unreadable file is a finding too, so that the others are still read. */
async function findingOf(stores: Stores, { file }: FileOnRecord): Promise<Finding | null> {
  if (file === null) return 'unreadable';
  try {
    return await compare(stores[file.store], file);
  } catch (error) {
    if (error instanceof StorageUnavailable) return 'unreadable';
    throw error;
  }
}

async function compare(blobs: BlobStore, { sha256, size }: NeededFile): Promise<Finding | null> {
  const blob = await blobs.open(sha256);
  if (blob === undefined) return 'missing';
  try {
    if (blob.size < size) return 'cut';
    return blob.size === size && (await digestOf(blob)) === sha256 ? null : 'changed';
  } finally {
    await blob.close();
  }
}

async function digestOf(blob: OpenBlob): Promise<string> {
  const hash = createHash('sha256');
  const piece = new Uint8Array(Math.min(pieceBytes, blob.size));
  for (let position = 0; position < blob.size; ) {
    const read = await blob.readInto(piece, position);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    position += read;
  }
  return hash.digest('hex');
}
