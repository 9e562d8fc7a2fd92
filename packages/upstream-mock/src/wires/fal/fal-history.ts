import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import type { MockJob, MockJobState } from '../../job/mock-job.ts';

export type HistoryQuery =
  | {
      readonly kind: 'valid';
      readonly cursor: string | null;
      readonly limit: number;
      readonly hasPayloads: boolean;
      has(job: MockJob, state: MockJobState): boolean;
    }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Parameters of a read of the history: one endpoint, a time of submission whose end is exclusive, and pages
 * (`expand=payloads` and the others as callers of `GET /v1/models/requests/by-endpoint` send them, read 2026-11-25).
 */
export function historyQuery(query: URLSearchParams): HistoryQuery {
  const endpoint = query.get('endpoint_id');
  if (endpoint === null) return invalid('endpoint_id is required');
  const limit = wholeNumber(query.get('limit') ?? '20');
  if (limit === undefined || limit === 0 || limit > 100)
    return invalid('limit must be a whole number from 1 to 100');
  const start = instant(query.get('start'), Number.NEGATIVE_INFINITY);
  const end = instant(query.get('end'), Number.POSITIVE_INFINITY);
  if (Number.isNaN(start) || Number.isNaN(end)) return invalid('start and end must be dates');
  const status = query.get('status');
  const wanted: readonly MockJobState[] =
    status === null ? ['completed', 'failed'] : (states.get(status) ?? []);
  if (wanted.length === 0) return invalid('status must be success or error');
  return {
    kind: 'valid',
    cursor: query.get('cursor'),
    limit,
    hasPayloads: query.getAll('expand').includes('payloads'),
    has: (job, state) =>
      job.model === stripMagicTokens(endpoint) &&
      wanted.includes(state) &&
      job.acceptedAt >= start &&
      job.acceptedAt < end,
  };
}

const states: ReadonlyMap<string, readonly MockJobState[]> = new Map([
  ['success', ['completed']],
  ['error', ['failed']],
]);

function invalid(message: string): HistoryQuery {
  return { kind: 'invalid', message };
}

function instant(text: string | null, otherwise: number): number {
  return text === null ? otherwise : Date.parse(text);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
