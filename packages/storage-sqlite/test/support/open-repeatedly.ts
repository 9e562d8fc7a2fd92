import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createJobFactory } from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { createSqliteStorage } from '../../src/index.ts';

/** Maximum number of openings of one store until one succeeds: a disk that fails now and then lets one through. */
const attempts = 12;

const make = createJobFactory();

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The store of a round, with each opening reported. At its end a folder is created, as a mark in the trace. */
async function open(folder: string, round: number): Promise<StorageBundle | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const end = join(folder, `end-${performance.now()}-${attempt}`);
    try {
      const baseline = join(folder, 'baseline');
      const store = await createSqliteStorage({ file: join(folder, 'filmgate.db'), baseline });
      mkdirSync(end);
      say({ round, end, outcome: 'opened' });
      return store;
    } catch (error) {
      mkdirSync(end);
      say({ round, end, outcome: String(error) });
    }
  }
  return undefined;
}

/**
 * A program that creates stores, one after the other, accepts a job in each, and prints the results as lines of JSON.
 * Acknowledged jobs are looked up once everything is closed and opened again.
 */
async function main(parent: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const folder = join(parent, String(round));
    mkdirSync(folder);
    const job = make.newJob({ id: `vt_${round}`, owner: 'user:a' });
    const store = await open(folder, round);
    const result = await store?.jobs
      .acceptJob({ job, idempotency: null, queueLimit: 1e6, now: job.createdAt })
      .then(({ kind }) => kind, String);
    await store?.close();
    mkdirSync(join(folder, 'closed'));
    const next = result === 'accepted' ? await open(folder, round) : undefined;
    const found = (await next?.reader.find(job.id))?.id ?? null;
    await next?.close();
    mkdirSync(join(folder, 'closed-again'));
    say({ round, response: result, found });
  }
}

const [, , parent = '', rounds = '0'] = process.argv;
await main(parent, Number(rounds));
