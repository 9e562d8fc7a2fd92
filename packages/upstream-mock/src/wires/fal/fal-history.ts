import * as z from 'zod';
import { pageAfter } from '../../engine/page-after.ts';
import type { WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';
import { reportedState } from '../../job/reported-job.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';
import { failureOf, falResult } from './fal-request.ts';

/**
 * Parameters of a read of the history: one endpoint, a time of submission whose end is exclusive, and pages
 * (`expand=payloads` and the others as callers of `GET /v1/models/requests/by-endpoint` send them, read 2026-11-25).
 */
const querySchema = z.object({
  endpoint_id: z.string().transform(stripMagicTokens),
  cursor: z.string().nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  start: z.coerce.date().optional(),
  end: z.coerce.date().optional(),
  status: z.enum(['success', 'error']).optional(),
});

/** Finished requests of one endpoint, latest first. */
export function falHistory(jobs: readonly MockJob[], call: WireCall): ProviderResponse {
  const { searchParams } = call.url;
  const { data: query, error } = querySchema.safeParse(Object.fromEntries(searchParams));
  if (query === undefined) return invalidQuery(z.prettifyError(error));
  const { endpoint_id: endpoint, start, end, status } = query;
  const words = { completed: 'success', failed: 'error', queued: null, running: null };
  const found = jobs.filter((job) => {
    const word = words[reportedState(job, call.space.world.clock.now())];
    return (
      job.model === endpoint &&
      (status === undefined ? word !== null : word === status) &&
      (start === undefined || job.acceptedAt >= start.getTime()) &&
      (end === undefined || job.acceptedAt < end.getTime())
    );
  });
  const page = pageAfter(found, query);
  if (page === undefined) return invalidQuery('cursor is unknown');
  const hasPayloads = searchParams.getAll('expand').includes('payloads');
  return jsonReply(200, {
    items: page.items.map((job) => itemOf(job, call, hasPayloads)),
    next_cursor: page.next,
    has_more: page.next !== null,
  });
}

/** The platform's own routes have another error shape than the queue. */
function invalidQuery(message: string): ProviderResponse {
  return jsonReply(400, { error: { type: 'validation_error', message } });
}

/** A finished request as readers of the history expect it; with payloads only if requested. */
function itemOf(job: MockJob, { space, base }: WireCall, hasPayloads: boolean) {
  const { state, failure } = space.report(job, { base });
  const time = (instant: number) => new Date(instant).toISOString();
  const input: unknown = JSON.parse(job.echo['input'] ?? '{}');
  return {
    request_id: job.id,
    endpoint_id: job.model,
    sent_at: time(job.acceptedAt),
    started_at: time(job.runsAt),
    ended_at: time(job.endsAt),
    duration: (job.endsAt - job.runsAt) / 1_000,
    status_code: state === 'failed' ? failureOf({ job, failure }).status : 200,
    ...(hasPayloads && {
      json_input: input,
      json_output: falResult(job, space.links.to(job, base)),
    }),
  };
}
