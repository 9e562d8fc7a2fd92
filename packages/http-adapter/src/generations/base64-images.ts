import type { Gateway, OwnedJobId } from '@filmgate/core';

/** Bytes that are read and encoded at once: a multiple of three, so that the pieces join without padding. */
const pieceBytes = 3 * 256 * 1024;

/**
 * Writes a list of images in base64, piece by piece: a caller who reads slowly, or not at all, holds one piece in
 * memory, and no open file.
 *
 * @param created - Unix seconds
 * @throws Error when a file is not there any more, or is shorter than before
 */
export async function* base64List(
  gateway: Pick<Gateway, 'openResult'>,
  { created, jobs }: { readonly created: number; readonly jobs: readonly OwnedJobId[] },
): AsyncGenerator<string> {
  yield `{"created":${created},"data":[`;
  for (const [index, job] of jobs.entries()) {
    yield `${index === 0 ? '' : ','}{"b64_json":"`;
    for (let position = 0, size = pieceBytes; position < size; position += pieceBytes) {
      const piece = await readPiece(gateway, job, position);
      ({ size } = piece);
      yield piece.bytes.toString('base64');
    }
    yield '"}';
  }
  yield ']}';
}

async function readPiece(
  gateway: Pick<Gateway, 'openResult'>,
  job: OwnedJobId,
  from: number,
): Promise<{ readonly bytes: Buffer; readonly size: number }> {
  const opened = await gateway.openResult(job);
  if (opened.kind !== 'opened') throw new Error(`The result of ${job.id} is ${opened.kind}.`);
  const { blob } = opened;
  try {
    const bytes = Buffer.alloc(Math.min(pieceBytes, blob.size - from));
    for (let at = 0; at < bytes.length; ) {
      const read = await blob.readInto(bytes.subarray(at), from + at);
      if (read === 0) throw new Error(`The result of ${job.id} is shorter than recorded.`);
      at += read;
    }
    return { bytes, size: blob.size };
  } finally {
    await blob.close();
  }
}
