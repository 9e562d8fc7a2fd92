import { randomFillSync } from 'node:crypto';
import type { BenchGateway } from './bench-gateway.ts';
import { completed, queuedJob, usualResult } from './bench-job.ts';
import { usualPrompt } from './create-body.ts';

/** A finished task of this owner whose video has so many random bytes; resolves with its id and where the bytes lie. */
export async function storeVideo(
  { running, storage }: BenchGateway,
  { owner, size }: { readonly owner: string; readonly size: number },
): Promise<{ readonly id: string; readonly sha256: string }> {
  const { ports } = running.services.composed;
  const source = pieces(size);
  const staged = await ports.resultBlobs.stage({ source, maxBytes: size, expectedBytes: size });
  if (staged.kind !== 'staged') throw new Error(`a video was not staged: ${staged.kind}`);
  await ports.resultBlobs.keep(staged.blob);
  const { sha256 } = staged.blob;
  const now = Date.now();
  const job = queuedJob({
    id: `vt_${running.services.ids.next()}`,
    owner,
    prompt: usualPrompt,
    createdAt: now,
  });
  await storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 1_000, now });
  const { next, effects } = completed(job, { ...usualResult, sha256, size }, now);
  const outcome = await storage.jobs.commit({
    claim: null,
    from: job,
    next,
    effects,
    lease: 'release',
    now,
  });
  if (outcome.kind !== 'committed') throw new Error(`a video was not committed: ${outcome.kind}`);
  return { id: job.id, sha256 };
}

const pieceBytes = 1024 * 1024;

async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= pieceBytes) {
    yield randomFillSync(new Uint8Array(Math.min(left, pieceBytes)));
  }
}
