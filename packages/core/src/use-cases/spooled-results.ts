import type { BlobStore } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { readerOfBlob } from './inspect-reference.ts';

/**
 * Age from which a spooled file is brought without its job, in ms: temporary ones of that age are removed, and a write
 * to a slow disk must not be among them.
 */
const settledMs = 600_000;
const pageSize = 100;

type Ports = Pick<GatewayPorts, 'resultBlobs' | 'resultSpool' | 'clock' | 'log'>;

/**
 * Keeps a file in the result store, or in the spool while that store does not accept it.
 *
 * @returns its digest
 * @throws StorageUnavailable when neither accepts it
 */
export async function keepResult(ports: Ports, bytes: Uint8Array): Promise<string> {
  const { resultBlobs, resultSpool, log } = ports;
  try {
    return await keepIn(resultBlobs, bytes);
  } catch (error) {
    if (resultSpool === undefined || !(error instanceof StorageUnavailable)) throw error;
    const sha256 = await keepIn(resultSpool, bytes);
    log.error('result-spooled', error, { sha256, size: bytes.length });
    return sha256;
  }
}

/**
 * Brings the files that wait in the spool to the result store, each even if another cannot be brought.
 *
 * @returns true if no file stays in the spool
 * @throws the first failure; its file and others that failed stay in the spool
 */
export async function bringSpooledResults(
  ports: Pick<GatewayPorts, 'resultBlobs' | 'resultSpool' | 'clock' | 'log'>,
): Promise<boolean> {
  const writtenBefore = ports.clock.now() - settledMs;
  const failures: unknown[] = [];
  let staying = 0;
  for (let after: string | null = null; ; ) {
    const page = { writtenBefore, after, limit: pageSize };
    const files: readonly string[] = (await ports.resultSpool?.sweepCandidates(page)) ?? [];
    for (const sha256 of files) {
      try {
        if ((await bringSpooledResult(ports, sha256)) === 'changed') staying += 1;
      } catch (error) {
        failures.push(error);
      }
    }
    if (files.length < pageSize) break;
    after = files.at(-1) ?? null;
  }
  if (failures.length > 0) throw failures[0];
  return staying === 0;
}

/**
 * Brings one file to the result store, if the spool has it. Bytes that changed meanwhile stay in the spool.
 *
 * @throws StorageUnavailable when the store does not accept it, or the spool does not read it
 */
export async function bringSpooledResult(
  { resultBlobs, resultSpool, log }: Omit<Ports, 'clock'>,
  sha256: string,
): Promise<'brought' | 'changed' | 'not-there'> {
  const blob = await resultSpool?.open(sha256);
  if (blob === undefined) return 'not-there';
  const facts = { sha256, size: blob.size };
  try {
    const bytes = await readerOfBlob(blob).read(0, blob.size);
    // An empty file is refused by every store.
    if (bytes.length === 0 || (await keepIn(resultBlobs, bytes, sha256)) !== sha256) {
      log.error('spooled-result-changed', new Error('Its bytes have another digest.'), facts);
      return 'changed';
    }
  } finally {
    await blob.close();
  }
  await resultSpool?.remove(sha256);
  log.info('spooled-result-brought', facts);
  return 'brought';
}

/** Keeps bytes, only if they have the expected digest where one is given; returns their digest. */
async function keepIn(blobs: BlobStore, bytes: Uint8Array, expected?: string): Promise<string> {
  const source = (async function* source() {
    yield bytes;
  })();
  const { length } = bytes;
  const staged = await blobs.stage({ source, maxBytes: length, expectedBytes: length });
  if (staged.kind !== 'staged') throw new Error(`A delivered file is ${staged.kind}.`);
  try {
    if ((expected ?? staged.blob.sha256) === staged.blob.sha256) await blobs.commit(staged.blob);
  } finally {
    await blobs.discard(staged.blob);
  }
  return staged.blob.sha256;
}
