import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { blockProviders, startMock } from '@filmgate/upstream-mock';
import { clients } from './clients.ts';
import { faults } from './faults.ts';
import { measure, type Measurement } from './measure.ts';
import { tableOf, versionsOf, writeTable } from './table.ts';

/**
 * Cost of one video with the official clients when responses to their submissions are lost.
 *
 * Run: node main.ts [--json | --write]. With `--write`, measured.json and the table in the documents are replaced.
 */

const mock = await startMock();
// No client calls its provider by mistake.
const unblock = blockProviders();
const rows = clients.map(async (client) => {
  const cells = await Promise.all(faults.map((fault) => measure(mock, client, fault)));
  return { client: versionsOf(client), cells };
});
const measured: Measurement = await Promise.all(rows);
unblock();
await mock.close();
const json = `${JSON.stringify(measured, undefined, 2)}\n`;
if (process.argv.includes('--write')) {
  writeFileSync(resolve(import.meta.dirname, 'measured.json'), json);
  writeTable(tableOf(measured));
}
process.stdout.write(process.argv.includes('--json') ? json : `${tableOf(measured)}\n`);
// One client would go on for an hour.
process.exit();
