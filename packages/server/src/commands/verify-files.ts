import { createHash } from 'node:crypto';
import {
  type BlobStore,
  type Job,
  jobStates,
  type Logger,
  type NeededFile,
  neededFiles,
  type OpenBlob,
  StorageUnavailable,
} from '@filmgate/core';
import { createSystemClock } from '@filmgate/runtime-node';
import { openBlobs } from '../compose/open-blobs.ts';
import { openStorage, sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { MoveDisplay } from './progress-display.ts';

const pieceBytes = 1024 * 1024;
const jobsPerPage = 200;
const hourMs = 3_600_000;

const findings = ['missing', 'cut', 'changed', 'unreadable'] as const;
type Finding = (typeof findings)[number];

/** What `filmgate verify` found. */
export interface VerifiedFiles {
  readonly isSound: boolean;
  /** Sentences for the operator, what is wrong first. */
  readonly message: string;
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * `filmgate verify`: reads every file that a job has on record through, wherever the settings say that files lie, and changes nothing. The
 * gateway may run.
 *
 * @throws Error with a sentence for the operator
 */
export async function verifyFiles({
  settings,
  display,
}: {
  readonly settings: Settings;
  readonly display: MoveDisplay;
}): Promise<VerifiedFiles> {
  let total = 0;
  for await (const _ of filesOnRecord(settings)) total += 1;
  const results = await openBlobs(settings, 'results', silent);
  const assets = await openBlobs(settings, 'assets', silent);
  const stores = { results: results.blobs, assets: assets.blobs };
  const found: { readonly finding: Finding; readonly line: string }[] = [];
  let [read, bytes] = [0, 0];
  try {
    for await (const { job, file } of filesOnRecord(settings)) {
      const finding =
        file === null ? 'unreadable' : await findingOf(stores[file.store], file).catch(asFinding);
      if (finding !== null) found.push({ finding, line: lineOf(finding, job, file) });
      read += 1;
      bytes += file?.size ?? 0;
      display.show({ phase: 'files', done: read, total: Math.max(total, read) });
    }
  } finally {
    display.end();
    await Promise.all([results.close(), assets.close()]);
  }
  const counts = findings.map(
    (one) => `${found.filter(({ finding }) => finding === one).length} ${one}`,
  );
  const summary = `Files ${read}, ${bytes} bytes: ${read - found.length} sound, ${counts.join(', ')}.`;
  const advice =
    found.length === 0
      ? []
      : [
          'A video that is missing or cut is fetched again when it is next opened, while its provider has it.',
        ];
  return {
    isSound: found.length === 0,
    message: [...found.map(({ line }) => line), summary, ...advice].join('\n'),
  };
}

/** A file with its job; null where the record of the job cannot be read. */
interface OnRecord {
  readonly job: string;
  readonly file: NeededFile | null;
}

async function* filesOnRecord(settings: Settings): AsyncGenerator<OnRecord> {
  const retentionMs = settings.FILMGATE_RETENTION_RESULTS_HOURS * hourMs;
  const clock = createSystemClock();
  for await (const { id, job } of jobsOf(settings)) {
    const files = job === null ? [null] : neededFiles(job, retentionMs, clock.now());
    for (const file of files) yield { job: id, file };
  }
}

interface ReadJob {
  readonly id: string;
  readonly job: Job | null;
}

async function* jobsOf(settings: Settings): AsyncGenerator<ReadJob> {
  if (settings.FILMGATE_STORAGE === 'sqlite') {
    const { readSqliteJobs } = await import('@filmgate/storage-sqlite');
    yield* readSqliteJobs(sqliteOf(settings).file);
    return;
  }
  const storage = await openStorage(settings, silent);
  const { reader } = storage;
  try {
    for (const { id } of await reader.unreadable()) yield { id, job: null };
    for (let after: string | null = null; ; ) {
      const page = await reader.list({ ...everyone, after, limit: jobsPerPage });
      if (page.kind === 'cursor-unknown') {
        after = null;
        continue;
      }
      for (const job of page.jobs) yield { id: job.id, job };
      after = page.jobs.at(-1)?.id ?? null;
      if (!page.hasMore || after === null) return;
    }
  } finally {
    await storage.close();
  }
}

const everyone = {
  owner: null,
  surface: null,
  states: jobStates,
  models: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'oldest-first',
} as const;

/** What is wrong with one file; null where it has the bytes on record. */
async function findingOf(blobs: BlobStore, { sha256, size }: NeededFile): Promise<Finding | null> {
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

/** A disk that does not give a file is a finding about the file: the others are read all the same. */
function asFinding(error: unknown): Finding {
  if (error instanceof StorageUnavailable) return 'unreadable';
  throw error;
}

function lineOf(finding: Finding, job: string, file: NeededFile | null): string {
  if (file === null) return `${finding}: the record of ${job}`;
  const what = { results: 'the video', assets: 'a reference' }[file.store];
  return `${finding}: ${what} of ${job}, ${file.store}/${file.sha256}, ${file.size} bytes`;
}
