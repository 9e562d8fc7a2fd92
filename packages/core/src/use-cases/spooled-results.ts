import type { BlobStore } from '../ports/blob-store.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { readerOfBlob } from './inspect-reference.ts';

/** Age from which a spooled file is brought, in ms: a younger temporary one is still being written. */
const settledMs = 5_000;
const mostAtOnce = 100;

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
 * Brings the files that wait in the spool to the result store.
 *
 * @throws StorageUnavailable when the store accepts none; the rest stays in the spool
 */
export async function bringSpooledResults(ports: Ports): Promise<void> {
  const { resultBlobs, resultSpool, clock, log } = ports;
  const page = { writtenBefore: clock.now() - settledMs, after: null, limit: mostAtOnce };
  for (const sha256 of (await resultSpool?.sweepCandidates(page)) ?? []) {
    const blob = await resultSpool?.open(sha256);
    if (blob === undefined) continue;
    try {
      await keepIn(resultBlobs, await readerOfBlob(blob).read(0, blob.size));
    } finally {
      await blob.close();
    }
    await resultSpool?.remove(sha256);
    log.info('spooled-result-brought', { sha256, size: blob.size });
  }
}

async function keepIn(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const source = (async function* source() {
    yield bytes;
  })();
  const { length } = bytes;
  const staged = await blobs.stage({ source, maxBytes: length, expectedBytes: length });
  if (staged.kind !== 'staged') throw new Error(`A delivered file is ${staged.kind}.`);
  try {
    await blobs.commit(staged.blob);
  } finally {
    await blobs.discard(staged.blob);
  }
  return staged.blob.sha256;
}
