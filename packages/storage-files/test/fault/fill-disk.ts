import { StorageUnavailable } from '@filmgate/core';
import { createFileBlobs } from '../../src/create-file-blobs.ts';
import { inPieces, madeBytes } from '../byte-sources.ts';
import { filesIn } from '../temporary-folder.ts';

/** Stores more than fits, then less, and prints the results. Argument: a directory with room for some 1 MiB. */
const [directory = ''] = process.argv.slice(2);
const blobs = await createFileBlobs({ directory });

async function store(length: number): Promise<string> {
  const source = inPieces(madeBytes(length), 65_536);
  try {
    const outcome = await blobs.stage({ source, maxBytes: 2 ** 30, expectedBytes: null });
    if (outcome.kind !== 'staged') return outcome.kind;
    await blobs.commit(outcome.blob);
    return 'kept';
  } catch (error) {
    return error instanceof StorageUnavailable
      ? `${error.applied}: ${error.message}`
      : String(error);
  }
}

const small = 700 * 1024;
const large = 5 * 1024 * 1024;
const stored = [await store(small), await store(large), await store(large)];
const during = await filesIn(directory);
stored.push(await store(small + 1));
const after = await filesIn(directory);
const lines = [
  ...stored,
  `temporary ${during.temporary.length + after.temporary.length}`,
  `blobs ${during.blobs.length} ${after.blobs.length}`,
];
process.stdout.write(lines.join('\n'));
