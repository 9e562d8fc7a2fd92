import { errorOf, luma as facts } from '@filmgate/provider-facts';
import { createWire } from '../../engine/described-wire.ts';
import { json } from '../../engine/json-body.ts';
import { read, submission } from '../../engine/routes.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import { lumaSubmissionSchema } from './luma-submission.ts';

/** Luma's Agents API: generations that can be read with their own key, but neither listed nor cancelled. */
export const createLuma = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not_found',
  tooLong: 'too_large',
  missingModel: 'unknown_model',
  credentialCodes: { missing: 'missing_key' },
  // Links expire in an hour; reads return new ones (docs.agents.lumalabs.ai/guides/error-handling, read 2026-11-28).
  kept: { fileMs: Infinity, linkMs: 3_600_000 },
  headers: (call, { seed, world }) => {
    const number = String(world.requestHistory.journal.latest);
    const own = keyedDigest(seed, 'request', facts.provider, number).toString('hex', 0, 12);
    return {
      'x-request-id': call.header('x-request-id') ?? uuidOf(own),
      'x-api-version': '2026-04-01',
    };
  },
  error: ({ code, status, message }) => {
    // Texts distinguish the errors of one status, so they never vary, except those that describe an invalid body.
    const isOfBody = status === 400 || status === 422 || code === facts.unlisted.code;
    return jsonReply(status, { detail: isOfBody ? message : errorOf(facts, code).message });
  },
  invalid: ({ field, message }, space) =>
    space.refuse(field?.endsWith('.data') === true ? 'unprocessable' : 'bad_request', message),
  accepted: (report) => jsonReply(201, generationOf(report)),
  routes: [
    submission({ name: 'create', path: '/v1/generations', read: json(lumaSubmissionSchema) }),
    read({
      name: 'status',
      path: '/v1/generations/{id}',
      respond: (report) => jsonReply(200, generationOf(report)),
    }),
  ],
});

/** A generation as documented. */
function generationOf(report: TaskReport) {
  const { job, status, failure, state } = report;
  const url = state === 'completed' ? report.url : null;
  return {
    id: job.id,
    type: job.echo['type'],
    state: status,
    model: job.model,
    created_at: new Date(job.acceptedAt).toISOString(),
    output: url === null ? [] : [{ type: job.mediaType, url }],
    failure_reason: failure?.message ?? null,
    failure_code: failure?.code ?? null,
  };
}
