import { createInterface } from 'node:readline';
import { ownLedgerFile } from '../../src/state/own-ledger-file.ts';

// Tries to own each ledger named on standard input, and prints the result. It releases none.
for await (const file of createInterface({ input: process.stdin })) {
  try {
    ownLedgerFile(file);
    process.stdout.write('owned\n');
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
