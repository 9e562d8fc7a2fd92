import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/**
 * Copies the data of a gateway, which may run meanwhile, so that the copy can be used as a data directory.
 *
 *     node deploy/backup.mjs DATA_DIRECTORY NEW_DIRECTORY
 *
 * In the copy every account is disabled. A job that waits in it may have been sent since, and a gateway started on the
 * copy must not send it a second time: whoever restores looks first, and enables then.
 * The master key is not copied: kept with the copy it would open every secret in it.
 */

/** A job between its choice of an account and its mark would be sent even then; that takes it milliseconds. */
const attempts = 50;
const pauseMs = 100;
const privately = 0o700;

/**
 * @param {string} reason
 * @returns {never}
 */
function leave(reason) {
  stderr.write(`backup: ${reason}\n`);
  return exit(1);
}

/**
 * A consistent copy of the database (https://sqlite.org/backup.html), whatever is written meanwhile.
 * @param {string} from
 * @param {string} to
 * @returns {Promise<boolean>} whether the copy is safe to start from
 */
async function copyDatabase(from, to) {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    const prepared = copy
      .prepare("SELECT count(*) AS jobs FROM job WHERE state = 'prepared'")
      .get();
    if (prepared?.['jobs'] !== 0) return false;
    copy.exec('UPDATE account SET enabled = 0');
    const [check] = copy.prepare('PRAGMA integrity_check').all();
    if (check?.['integrity_check'] !== 'ok') leave('the copy of the database is damaged');
    return true;
  } finally {
    copy.close();
  }
}

const [, , data, target] = argv;
if (data === undefined || target === undefined) {
  leave('usage: node backup.mjs DATA_DIRECTORY NEW_DIRECTORY');
}
const database = join(data, 'filmgate.db');
if (!existsSync(database)) leave(`${database} does not exist`);
if (existsSync(target)) leave(`${target} exists already`);
mkdirSync(target, { recursive: true, mode: privately });
const copy = join(target, 'filmgate.db');
let left = attempts;
while (!(await copyDatabase(database, copy))) {
  left -= 1;
  if (left === 0)
    leave('a job stays between its choice of an account and its mark; try again later');
  rmSync(copy);
  await setTimeout(pauseMs);
}
// After the database: whatever it names was there before. Files are kept under their digest and never change.
for (const folder of ['results', 'assets']) {
  if (existsSync(join(data, folder))) {
    cpSync(join(data, folder), join(target, folder), { recursive: true });
  }
}
stdout.write(`${target}\n`);
