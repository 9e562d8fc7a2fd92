import type { RequestLogFilters, RequestLogQuery } from '@filmgate/core';
import type { z } from 'zod';
import { ownerNamed } from './owner-named.ts';
import type { requestLogsQuery } from './schemas/request-log.ts';

type GivenFilters = z.infer<typeof requestLogsQuery>;

/** What the calls are looked for by. */
export function requestLogFilters(given: GivenFilters): RequestLogFilters {
  return {
    path: given.path ?? null,
    status: given.status ?? null,
    caller: ownerNamed(given.caller),
    model: given.model ?? null,
    jobId: given.job_id ?? null,
    text: given.text === undefined || given.text === '' ? null : given.text,
  };
}

/** A page of them. */
export function requestLogPage(
  given: GivenFilters,
  page: Pick<RequestLogQuery, 'after' | 'limit'>,
): RequestLogQuery {
  const span = { from: given.from ?? null, until: given.to ?? null };
  return { ...requestLogFilters(given), ...span, ...page };
}
