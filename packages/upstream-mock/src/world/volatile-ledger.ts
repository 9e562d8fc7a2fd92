import type { LedgerFile } from './ledger-file.ts';

/** A ledger that lives as long as the process. */
export function createVolatileLedger(): LedgerFile {
  return {
    read: () => [],
    append: () => undefined,
    rewrite: () => undefined,
    flushed: async () => undefined,
    close: async () => undefined,
  };
}
