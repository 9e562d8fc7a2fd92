import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { programArgument, programParent } from '../harness/child-program.ts';
import { startBenchGateway } from '../world/bench-gateway.ts';
import { indexLagArgument, type IndexLagReport } from './messages.ts';

/** Program: a gateway on a store with an empty search index. It sends its greeting when the index is complete. */

const lookEveryMs = 250;

const { directory } = indexLagArgument.parse(programArgument());
const database = new Database(join(directory, 'filmgate.db'));

/** Resets the index to its state after an upgrade: empty, with listed jobs that it does not cover. */
function forgetIndex(): void {
  database.exec(`insert into job_search (job_search) values ('delete-all');
    update store set searched_from = coalesce((select max(position) + 1 from finished_order), 0)`);
}

/** The index grows from new to old; the reported number stays above 0: the newest ended jobs are in no index. */
async function untilIndexed(reportedAtFirst: number): Promise<IndexLagReport> {
  const startedAt = performance.now();
  const from = database.prepare('select searched_from from store').pluck();
  while (from.get() !== 0) await sleep(lookEveryMs);
  return { reportedAtFirst, minutes: (performance.now() - startedAt) / 60_000 };
}

forgetIndex();
const starting = startBenchGateway({ directory }, 'sqlite');
const parent = programParent(async () => (await starting).running.stop());
const { storage } = await starting;
parent.send(await untilIndexed((await storage.notIndexed?.()) ?? 0));
