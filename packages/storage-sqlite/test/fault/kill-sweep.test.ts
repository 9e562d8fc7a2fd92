/** @module-tag long */
import { join } from 'node:path';
import { createSeededRandom, spawnProgram } from '@filmgate/conformance';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { type Acknowledged, readAcknowledged } from '../support/acknowledged.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { findLost } from '../support/verify-acknowledged.ts';

const busyWriter = new URL('../support/busy-writer.ts', import.meta.url);

/** Number of kills. Each process continues where the one before was killed. */
const kills = 24;

/** Number of acknowledgements a process lives for: from its first to some thousand. */
const shortest = 1;
const longest = 1200;

/** Lets a writer run until it has acknowledged `count` facts, kills it, and returns all it had acknowledged by then. */
async function writeUntilKilled(
  file: string,
  seed: number,
  acknowledgements: number,
): Promise<readonly Acknowledged[]> {
  // Beside the file: compiling their modules takes longer than most writers live.
  const cache = `export NODE_COMPILE_CACHE='${file}.compiled'`;
  const writer = spawnProgram({ program: busyWriter, args: [file, String(seed)], before: cache });
  const facts: Acknowledged[] = [];
  for await (const line of writer.lines) {
    const fact = readAcknowledged(line);
    if (fact !== undefined) facts.push(fact);
    if (facts.length === acknowledgements) writer.kill('SIGKILL');
  }
  expect(await writer.ended()).toMatchObject({ errors: '' });
  return facts;
}

it('loses nothing it acknowledged and leaves nothing half-written, wherever it is killed', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const random = createSeededRandom(7);
  const all: Acknowledged[] = [];
  for (let seed = 1; seed <= kills; seed += 1) {
    const lifetime = shortest + Math.floor(random() ** 2 * (longest - shortest));
    const facts = await writeUntilKilled(file, seed, lifetime);
    expect(facts.length).toBeGreaterThanOrEqual(lifetime);
    expect({ seed, breaches: auditDatabase(file) }).toEqual({ seed, breaches: [] });
    all.push(...facts);
    if (seed % 4 !== 0) continue;
    const store = await createSqliteStorage({ file });
    expect({ seed, lost: await findLost(store, all) }).toEqual({ seed, lost: [] });
    await store.close();
  }
  const connection = new Database(file, { readonly: true });
  // The sweep included all deferred work of the store.
  expect(connection.prepare('select count(*) > 100 from finished_order').pluck().get()).toBe(1);
  connection.close();
  const kinds = new Set(all.map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual(['dispatch', 'job', 'receipt', 'removed', 'value']);
}, 240_000);
