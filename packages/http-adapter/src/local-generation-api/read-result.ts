import type { Job } from '@filmgate/core';
import type { LocalContext } from './context.ts';

/** The stored bytes of a completed job, whole; for images, which are small. */
export async function readResult({ deps }: LocalContext, job: Job): Promise<Buffer> {
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') throw new Error(`The result of ${job.id} is gone.`);
  const { blob } = opened;
  try {
    const bytes = Buffer.alloc(blob.size);
    let position = 0;
    while (position < bytes.length) {
      const read = await blob.readInto(bytes.subarray(position), position);
      if (read === 0) throw new Error(`The result of ${job.id} is shorter than recorded.`);
      position += read;
    }
    return bytes;
  } finally {
    await blob.close();
  }
}
