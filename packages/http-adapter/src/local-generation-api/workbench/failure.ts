import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { noteRequest } from '../../http/request-log.ts';
import type { ErrorShape } from '../../http/define-surface.ts';
import { bounded, errorCodeHeader, errorCodeIn, errorCodeOf } from '../../http/error-codes.ts';
import { jsonContentType } from '../../http/route-compilers.ts';
import { type Failure, failureHeaders, failureRules, localErrors } from '../failure.ts';

/** An error of the workbench. */
const workbenchError = z.object({ detail: z.string() });

/** Maximum length of a sentence in a response, in UTF-16 units: it may repeat the request's text. */
const longestDetail = 1000;

/** Status of every refusal of the workbench alone [workbench.create.fields]. */
export const workbenchStatuses = {
  'no-session': 401,
  'foreign-origin': 403,
  'foreign-host': 403,
  'not-found': 404,
  'id-conflict': 409,
  'field-invalid': 422,
  'upgrade-required': 426,
} as const;

export interface WorkbenchFailure {
  readonly kind: keyof typeof workbenchStatuses;
  /** For the person at the workbench; names the field and its limit if a field is wrong. */
  readonly detail: string;
}

/** Sends a refusal of the workbench alone: `{detail}`. */
export function sendWorkbenchFailure(
  reply: FastifyReply,
  { kind, detail }: WorkbenchFailure,
): FastifyReply {
  const errorCode = errorCodeOf(kind);
  noteRequest(reply.request, { errorCode });
  if (kind === 'upgrade-required') reply.header('upgrade', 'websocket');
  return sendDetail(reply.code(workbenchStatuses[kind]), detail, errorCode);
}

/** Sends a failure the workbench shares with the programmatic routes, in its own shape. */
function sendSharedFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, code: listed } = failureRules[failure.kind];
  const code = errorCodeIn(reply, listed);
  // A wrong field is 422 here, and 400 there.
  if (status === 400 && failure.param !== undefined)
    return sendWorkbenchFailure(reply, { kind: 'field-invalid', detail: failure.message });
  noteRequest(reply.request, { errorCode: code });
  // The pages know the listed names, whatever names an operator chose for others.
  return sendDetail(reply.code(status).headers(failureHeaders(failure)), failure.message, listed);
}

/** The programmatic routes' failures in the workbench's shape. */
export const workbenchErrors: ErrorShape<Failure> = { ...localErrors, send: sendSharedFailure };

function sendDetail(reply: FastifyReply, detail: string, errorCode: string): FastifyReply {
  return reply
    .header('content-type', jsonContentType)
    .header(errorCodeHeader, errorCode)
    .send(JSON.stringify({ detail: bounded(detail, longestDetail) }));
}

/** Responses common to all routes of the workbench. */
export const workbenchErrorResponses = {
  '4xx': workbenchError.describe(
    'Rejected; see `detail`, and the error code in the header `x-error-code`.',
  ),
  '5xx': workbenchError.describe('Failed.'),
};
