import * as z from 'zod';
import { exchangeOps } from '../evidence/exchange.ts';
import { isKey } from '../evidence/logical-key.ts';
import { jsonReply } from '../wire/provider-request.ts';
import { viewLedger, wholeLedger } from '../world/ledger-view.ts';
import { mockJobStates } from '../world/mock-job.ts';
import { type ControlRoute, reading } from './control-route.ts';

/** Most entries of a page, of the ledger and of the journal. */
const longestPage = 1_000;
const usualPage = 100;

const noJobs = { from: 0, limit: 0 };

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

/** How a test asks what is true, and what its client did. */
export const evidenceRoutes: readonly ControlRoute[] = [
  reading('ledger', ledgerParameters, ({ world }, { limit: most, cursor, view, ...filter }) => {
    const from = cursor ?? 0;
    if (view === undefined)
      return jsonReply(200, viewLedger(world, filter, { from, limit: most ?? wholeLedger.limit }));
    const { jobs: _jobs, next_cursor: _next, ...counts } = viewLedger(world, filter, noJobs);
    return jsonReply(200, counts);
  }),
  reading('journal', journalParameters, ({ world: { evidence } }, query) => {
    const { since, op, key, limit: most = usualPage } = query;
    const wanted = key === undefined ? undefined : (found: string) => isKey(found, key);
    const keyOf = (job: string) => evidence.ofJob(job)?.key;
    const page = evidence.journal.page({ since, op, isKey: wanted, limit: most }, keyOf);
    return jsonReply(200, page);
  }),
];
