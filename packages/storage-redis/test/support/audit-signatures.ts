import type { Job } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { surfaceTag } from '../../src/jobs/surface-tag.ts';
import type { JobKeys } from '../../src/keys/job-keys.ts';
import { searchedRuns } from '../../src/search/text-runs.ts';
import { bitsPerByte, signatureRow } from '../../src/search/signature.ts';
import { blockOf, bytesPerBit, positionsPerBlock } from '../../src/search/signature-block.ts';

interface PositionedJob {
  readonly job: Job;
  readonly position: string;
}

/**
 * Differences between signatures and jobs: each job must have a row, or a position in a block that counts it, and
 * nothing else may have one.
 */
export async function auditSignatures(
  redis: Redis,
  keys: JobKeys,
  jobs: readonly PositionedJob[],
): Promise<readonly string[]> {
  const breaches: string[] = [];
  const rows = new Map(Object.entries(await redis.hgetall(keys.signatures)));
  const packed = new Map<number, number>();
  for (const { job, position } of jobs) {
    const row = rows.get(position);
    rows.delete(position);
    if (row === undefined) {
      const block = blockOf(Number(position));
      packed.set(block, (packed.get(block) ?? 0) + 1);
      if (!(await isInBlock(redis, keys, { job, position })))
        breaches.push(`${job.id} is in no block, or not as it is`);
    } else if (row !== signatureRow(job)) breaches.push(`the signature of ${job.id} is another`);
  }
  for (const position of rows.keys()) breaches.push(`the signature at ${position} is of no job`);
  return [...breaches, ...(await auditBlocks(redis, keys, packed))];
}

async function auditBlocks(
  redis: Redis,
  keys: JobKeys,
  packed: ReadonlyMap<number, number>,
): Promise<readonly string[]> {
  const blocks = Object.entries(await redis.hgetall(keys.signatureBlocks));
  const is = blocks.map(([block, text]) => `${block}: ${text.split(' ')[2] ?? ''}`);
  const should = [...packed].map(([block, count]) => `${String(block)}: ${String(count)}`);
  const isSame = JSON.stringify(is.toSorted()) === JSON.stringify(should.toSorted());
  const [bitsOf, idsOf] = Object.values(keys.signatureBlock(0)).map(
    (key) => `${key.slice(0, -1)}*`,
  );
  const stored = [...(await redis.keys(bitsOf ?? '')), ...(await redis.keys(idsOf ?? ''))];
  return [
    ...(isSame ? [] : [`blocks count ${is.join(', ')}, not ${should.join(', ')}`]),
    ...(stored.length === 2 * blocks.length ? [] : [`${String(stored.length)} keys of blocks`]),
  ];
}

async function isInBlock(
  redis: Redis,
  keys: JobKeys,
  { job, position }: PositionedJob,
): Promise<boolean> {
  const { bits, ids } = keys.signatureBlock(blockOf(Number(position)));
  const column = Number(position) % positionsPerBlock;
  const names = await redis.get(ids);
  const width = (names?.length ?? 0) / positionsPerBlock;
  const name = names?.slice(column * width, (column + 1) * width).trimEnd();
  if (name !== `${surfaceTag(job.surface)}${job.id}`) return false;
  const bytes = (await redis.getBuffer(bits)) ?? Buffer.alloc(0);
  const size = bytes.length / bytesPerBit;
  const asked = { owner: job.owner, models: [job.request.model] };
  return searchedRuns([job.request.prompt], asked).every((run) => {
    const byte = bytes[(run % size) * bytesPerBit + Math.floor(column / bitsPerByte)] ?? 0;
    return (byte & (1 << (column % bitsPerByte))) !== 0;
  });
}
