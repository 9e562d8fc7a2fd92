import { execFileSync } from 'node:child_process';
import { createJobFactory } from '@filmgate/conformance';
import { StorageUnavailable } from '@filmgate/core';
import { createSqliteStorage } from '../../src/index.ts';

/** Number of jobs offered by which the limit must have been reached. */
const enough = 5_000;

/** Jobs offered together. */
const burst = 16;

/**
 * A program that accepts jobs until the system refuses to let its files grow, is then allowed larger ones, and offers
 * the refused jobs again. Prints the results as one line of JSON.
 */
async function main(file: string): Promise<void> {
  const store = await createSqliteStorage({ file });
  const make = createJobFactory();
  const offer = async (id: string) => {
    const job = make.newJob({ id, owner: 'user:a', prompt: 'boat '.repeat(200) });
    const idempotency = { scope: 'user:a', key: id, fingerprint: '1:a' };
    return await store.jobs.acceptJob({ job, idempotency, queueLimit: 1e6, now: job.createdAt });
  };
  const accepted: string[] = [];
  for (let first = 0; first < enough; first += burst) {
    const ids = Array.from({ length: burst }, (_, index) => `vt_${first + index}`);
    const outcomes = await Promise.allSettled(ids.map(offer));
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [describe(outcome.reason)] : [],
    );
    if (refused.length === 0) {
      accepted.push(...ids);
      continue;
    }
    const found = await Promise.all(ids.map((id) => store.reader.find(id)));
    execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited']);
    const again = await Promise.all(ids.map(offer));
    const report = {
      accepted: accepted.length,
      refusals: [...new Set(refused)],
      refused: refused.length,
      foundThen: found.filter((job) => job !== undefined).length,
      again: [...new Set(again.map(({ kind }) => kind))],
      waiting: (await store.reader.depth()).waiting,
    };
    process.stdout.write(`${JSON.stringify(report)}\n`);
    break;
  }
  await store.close();
}

function describe(error: unknown): string {
  return error instanceof StorageUnavailable ? `${error.name} ${error.applied}` : String(error);
}

await main(process.argv[2] ?? '');
