import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExample } from '../run-example.ts';
import { clients } from './clients.ts';
import { faults } from './faults.ts';
import { measurementSchema } from './measure.ts';
import { readTable, tableOf, versionsOf } from './table.ts';

const file = join(import.meta.dirname, 'measured.json');
const written = measurementSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

describe('the table of official clients and lost responses', () => {
  it('[mock.crash-test] in the documents is the measured one', () => {
    expect(readTable()).toBe(tableOf(written));
  });

  it('[mock.crash-test] is measured with the installed clients, before every fault', () => {
    expect(written.map(({ client }) => client)).toEqual(clients.map(versionsOf));
    for (const { cells } of written)
      expect(cells.map(({ fault }) => fault)).toEqual(faults.map(({ name }) => name));
  });

  it('[mock.crash-test] counts the same submissions on both sides of the mock, up to six for one video', () => {
    const cells = written.flatMap((row) => row.cells);
    expect(cells.filter(({ submissions, accepted }) => submissions !== accepted)).toEqual([]);
    const ended = cells.filter(({ endless }) => !endless);
    expect(Math.max(...ended.map(({ accepted }) => accepted))).toBe(6);
  });

  it('[mock.crash-test] is the same when it is measured again', { tags: 'long' }, async () => {
    const said = await runExample(import.meta.dirname, ['--json']);
    expect(countsOf(JSON.parse(said))).toEqual(countsOf(written));
  });
});

/** Counts of a client that never ends depend on its random pauses. */
function countsOf(measured: unknown) {
  return measurementSchema.parse(measured).map(({ client, cells }) => ({
    client,
    cells: cells.map((cell) => (cell.endless ? { endless: true } : cell)),
  }));
}
