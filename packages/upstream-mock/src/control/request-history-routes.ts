import * as z from 'zod';
import { callbackSecret } from '../callbacks/standard-webhook.ts';
import { isAccepted } from '../records/attempt-chain.ts';
import { exchangeOps } from '../records/exchange.ts';
import type { Journal } from '../records/journal.ts';
import { findRequest } from '../records/kept-request.ts';
import { isKey } from '../job/logical-key.ts';
import type { MockSpace } from '../space/mock-space.ts';
import { jsonReply, type ProviderResponse } from '../http/provider-request.ts';
import { viewLedger, wholeLedger } from '../state/ledger-view.ts';
import { mockJobStates } from '../job/mock-job.ts';
import { type ControlRoute, invalid, posting, reading } from './control-route.ts';
import { knownFields } from '../input/strict-input.ts';

/** Maximum entries of a page of the ledger or the journal. */
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

/** Filters of the ledger; all given ones must match [mock.ledger-filters]. */
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

/** Parameters of one request; `with`: the one to compare it with. */
export const requestParameters = { request: position.unwrap(), with: position };

/** Message for a request that the journal does not have. */
export function notKept({ latest }: Pick<Journal, 'latest'>): string {
  return `the journal does not have this request: it keeps the latest ones, up to ${latest}`;
}

/** A client's report of stored bytes or of failed work; `key`: a logical key, the name in it, or the id of a job. */
const storedSchema = knownFields({
  key: z.string().min(1),
  sha256: z.string().regex(/^[\da-f]{64}$/i, '64 hexadecimal digits'),
});
const gaveUpSchema = knownFields({ key: z.string().min(1) });

/** Routes for the truth, and for the actions of a test's client. */
export const requestHistoryRoutes: readonly ControlRoute[] = [
  reading('ledger', ledgerParameters, ({ world }, { limit: most, cursor, view, ...filter }) => {
    const from = cursor ?? 0;
    if (view === undefined)
      return jsonReply(200, viewLedger(world, filter, { from, limit: most ?? wholeLedger.limit }));
    const { jobs: _jobs, next_cursor: _next, ...counts } = viewLedger(world, filter, noJobs);
    return jsonReply(200, counts);
  }),
  reading('journal', journalParameters, ({ world: { requestHistory } }, query) => {
    const { since, op, key, limit: most = usualPage } = query;
    const wanted = key === undefined ? undefined : (found: string) => isKey(found, key);
    const keyOf = (job: string) => requestHistory.ofJob(job)?.key;
    const page = requestHistory.journal.page({ since, op, isKey: wanted, limit: most }, keyOf);
    return jsonReply(200, page);
  }),
  reading('request', requestParameters, ({ world: { requestHistory } }, given) => {
    const found = findRequest(requestHistory, given.request, given.with);
    return found === undefined ? invalid(notKept(requestHistory.journal)) : jsonReply(200, found);
  }),
  reading('callback-secret', {}, ({ world }) =>
    jsonReply(200, { secret: callbackSecret(world.seed) }),
  ),
  posting('stored', storedSchema, async ({ world, results }, { key, sha256 }) => {
    const keys = world.requestHistory.keysMeantBy(key);
    if (keys.length === 0) return unknownKey();
    for (const meant of keys) {
      const isTrue = await isOfKey({ world, results }, meant, sha256);
      world.requestHistory.state(meant, { stored: { sha256, isTrue } });
    }
    return jsonReply(200, { logical_keys: keys });
  }),
  posting('gave-up', gaveUpSchema, ({ world }, { key }) => {
    const keys = world.requestHistory.keysMeantBy(key);
    if (keys.length === 0) return unknownKey();
    for (const meant of keys) world.requestHistory.state(meant, { gaveUp: true });
    return jsonReply(200, { logical_keys: keys });
  }),
];

/** Returns true if these are the bytes of an undamaged file of a completed job of this key. */
async function isOfKey(
  { world, results }: Pick<MockSpace, 'world' | 'results'>,
  key: string,
  sha256: string,
): Promise<boolean> {
  const { requestHistory } = world;
  const accepted = requestHistory.history(key).filter(isAccepted);
  const doubles = accepted.flatMap(({ job }) => requestHistory.duplicateOf(job.id) ?? []);
  for (const { job, sha256: taken } of [...accepted, ...doubles]) {
    if (world.jobs.stateOf(job) !== 'completed') continue;
    // Of a replayed job the file is the one that was downloaded.
    const own = job.recorded === undefined ? await results.digest(job) : taken;
    if (own === sha256.toLowerCase()) return true;
  }
  return false;
}

function unknownKey(): ProviderResponse {
  const message = 'no submission has this logical key, this name in it or this job';
  return jsonReply(404, { error: { kind: 'not_found', message } });
}
