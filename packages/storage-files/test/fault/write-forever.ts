import { createFileBlobs } from '../../src/create-file-blobs.ts';
import { madeBytes } from '../byte-sources.ts';

/**
 * Stores blob after blob, several at a time, beside one that never comes to its end, until it is killed. Prints
 * `stalled` when that one has written something, and the digest of every blob kept. Argument: the directory.
 */
const [directory = ''] = process.argv.slice(2);
const blobs = await createFileBlobs({ directory });

async function* source(seed: number): AsyncGenerator<Uint8Array> {
  const part = madeBytes(64 * 1024, seed);
  for (let count = 0; count < 40; count += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    yield part;
  }
}

async function* stalling(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 40; count += 1) yield madeBytes(64 * 1024);
  process.stdout.write('stalled\n');
  await new Promise(() => undefined);
}

async function writeFrom(first: number): Promise<never> {
  for (let seed = first; ; seed += 4) {
    const input = { source: source(seed), maxBytes: 2 ** 30, expectedBytes: null };
    const outcome = await blobs.stage(input);
    if (outcome.kind !== 'staged') throw new Error(outcome.kind);
    await blobs.commit(outcome.blob);
    process.stdout.write(`${outcome.blob.sha256}\n`);
  }
}

const stalled = { source: stalling(), maxBytes: 2 ** 30, expectedBytes: null };
await Promise.all([blobs.stage(stalled), ...[1, 2, 3, 4].map((first) => writeFrom(first))]);
