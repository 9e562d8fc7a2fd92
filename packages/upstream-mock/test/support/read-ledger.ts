import { z } from 'zod';
import type { LedgerView } from '../../src/state/ledger.ts';

/** The ledger as written over HTTP, without additional fields [mock.ledger]. */
const ledgerSchema: z.ZodType<LedgerView> = z.strictObject({
  accepted: z.int(),
  running: z.int(),
  completed: z.int(),
  failed: z.int(),
  charged_credits: z.number(),
  next_cursor: z.string().exactOptional(),
  jobs: z.array(
    z.strictObject({
      id: z.string(),
      correlation_id: z.string(),
      logical_key: z.string(),
      attempt: z.int(),
      account: z.string(),
      prompt: z.string(),
      state: z.enum(['queued', 'running', 'completed', 'failed']),
      accepted_at: z.iso.datetime(),
      answered: z.boolean(),
      model: z.string(),
      wire: z.string(),
      charged_credits: z.number(),
      money: z.array(
        z.strictObject({
          at: z.iso.datetime(),
          why: z.enum(['accepted', 'failed', 'canceled']),
          credits: z.number(),
        }),
      ),
      reads: z.int(),
      callbacks: z.int().exactOptional(),
      downloads: z.int(),
      result_sha256: z.string().nullable(),
      references: z.array(z.strictObject({ role: z.string(), sha256: z.string(), size: z.int() })),
    }),
  ),
});

/** Reads the response of `GET /_mock/ledger`. */
export function readLedger(body: unknown): LedgerView {
  return ledgerSchema.parse(body);
}
