import { openStored } from '../../blob/open-stored.ts';
import { readerOfBlob } from '../inspect-reference.ts';
import type { StepContext } from './step-context.ts';

/** Reads the checked bytes of a reference, whole: a part of a picture would be a paid video of something else. */
export async function readAsset(
  { ports, job }: Pick<StepContext, 'ports' | 'job'>,
  sha256: string,
) {
  const reference = job.request.references.find((one) => one.sha256 === sha256);
  if (reference === undefined) throw new Error('The job has no such reference.');
  const opened = await openStored(ports.assetBlobs, reference);
  if (opened.kind === 'damaged') {
    const fault = new Error(`A reference of the job cannot be read: ${opened.detail}.`);
    ports.log.error('reference-file-lost', fault, { job: job.id, sha256 });
    throw fault;
  }
  const { blob } = opened;
  try {
    return await readerOfBlob(blob).read(0, blob.size);
  } finally {
    await blob.close();
  }
}
