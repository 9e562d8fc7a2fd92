import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';

const starters = 5;
const rounds = 200;

let folder: string;
let children: readonly ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-mock-takeover-'));
  const program = join(import.meta.dirname, '../support/take-over.ts');
  children = Array.from({ length: starters }, () =>
    spawn(process.execPath, ['--conditions=@filmgate/source', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
});
afterEach(async () => {
  const ends = children.map((child) => once(child, 'exit'));
  for (const child of children) child.stdin?.end();
  await Promise.all(ends);
  rmSync(folder, { recursive: true });
});

/** Output of the children, line by line. */
function responsesOf({ stdout }: ChildProcess): AsyncIterator<string> {
  if (stdout === null) throw new Error('the process has no output');
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}

it('[mock.ledger-owner] of a dead process becomes that of one process alone, however many start at once', async () => {
  const responses = children.map(responsesOf);
  const dead = JSON.stringify({ pid: 1, host: hostname(), started: 'an earlier boot/1' });
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `ledger-${round}`);
    // Now and then the one who took it over died in doing so.
    writeFileSync(`${file}.lock`, dead);
    if (round % 2 === 1) writeFileSync(`${file}.lock.lock`, dead);
    for (const child of children) child.stdin?.write(`${file}\n`);
    const said = await Promise.all(
      responses.map(async (response) => String((await response.next()).value)),
    );
    const refused = said.filter((text) => text !== 'owned');
    expect(said.length - refused.length, said.join('\n')).toBe(1);
    for (const text of refused) expect(text).toContain(`The ledger ${file} is in use by`);
  }
  expect(readdirSync(folder)).toHaveLength(rounds);
}, 60_000);
