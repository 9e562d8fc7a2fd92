import { createInterface } from 'node:readline';
import { ownLedgerFile } from '../../src/world/own-ledger-file.ts';

// Tries to own each ledger it is told, and says whether it does. It lets go of none.
for await (const file of createInterface({ input: process.stdin })) {
  try {
    ownLedgerFile(file);
    process.stdout.write('owned\n');
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
