import { z } from 'zod';
import { exchangeOps } from '../evidence/exchange.ts';
import { isKey } from '../evidence/logical-key.ts';
import { jsonReply, type ProviderResponse } from '../wire/provider-request.ts';
import { viewLedger, wholeLedger } from '../world/ledger-view.ts';
import { mockJobStates } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { readQuery } from './strict-input.ts';

/** Most entries of a page, of the ledger and of the journal. */
const longestPage = 1_000;
const usualPage = 100;

const limit = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number)
  .refine((count) => count <= longestPage, `at most ${longestPage}`)
  .optional();
const position = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional();

/** What the ledger is filtered by; every one given has to fit [mock.ledger-filters]. */
const ledgerParameters = {
  contains: z.string().optional(),
  key: z.string().min(1).optional(),
  account: z.string().min(1).optional(),
  correlation_id: z.string().min(1).optional(),
  id: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  wire: z.string().min(1).optional(),
  state: z.enum(mockJobStates).optional(),
  answered: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  limit,
  cursor: position,
  view: z.enum(['counts']).optional(),
};

const journalParameters = {
  since: position,
  op: z.enum(exchangeOps).optional(),
  key: z.string().min(1).optional(),
  limit,
};

/** `GET /_mock/ledger`: the truth, filtered, whole, by pages or as counts [mock.ledger] [mock.ledger-pages]. */
export function showLedger(world: MockWorld, given: URLSearchParams): ProviderResponse {
  const query = readQuery(given, ledgerParameters);
  if (query.kind === 'refused') return invalid(query.message);
  const { limit: most, cursor, view, ...filter } = query.value;
  if (view === 'counts') {
    const { accepted, running, completed, failed, charged_credits } = viewLedger(world, filter, {
      from: cursor ?? 0,
      limit: 0,
    });
    return jsonReply(200, { accepted, running, completed, failed, charged_credits });
  }
  const page = { from: cursor ?? 0, limit: most ?? wholeLedger.limit };
  return jsonReply(200, viewLedger(world, filter, page));
}

/** `GET /_mock/journal`: what was asked and answered, the oldest first [mock.journal]. */
export function showJournal(world: MockWorld, given: URLSearchParams): ProviderResponse {
  const query = readQuery(given, journalParameters);
  if (query.kind === 'refused') return invalid(query.message);
  const { since, op, key, limit: most = usualPage } = query.value;
  const wanted = key === undefined ? undefined : (found: string) => isKey(found, key);
  const { evidence } = world;
  const page = evidence.journal.page(
    { since, op, isKey: wanted, limit: most },
    (job) => evidence.ofJob(job)?.key,
  );
  return jsonReply(200, page);
}

function invalid(message: string): ProviderResponse {
  return jsonReply(400, { error: { kind: 'invalid', message } });
}
