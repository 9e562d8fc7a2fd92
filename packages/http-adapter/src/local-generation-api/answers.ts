import type { Job } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCodeIn } from '../mechanics/error-codes.ts';
import { jsonContentType } from '../mechanics/route-compilers.ts';
import { sendStoredResult } from '../mechanics/send-stored-result.ts';
import type { LocalContext } from './context.ts';
import { type Failure, failureBody, failureRules, sendFailure } from './failure.ts';

/** The one answer for unknown and removed results. */
export const resultNotFound: Failure = {
  kind: 'job-not-found',
  message: 'There is no such result, or it has been removed.',
};

/** Sends JSON text. */
export function sendText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.header('content-type', jsonContentType).send(text);
}

/** Which job's result to send. */
export interface SendResult {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly job: { readonly owner: string; readonly surface: Job['surface']; readonly id: string };
  /** Name for saving it; shown in place when null. */
  readonly attachment: string | null;
}

/** Sends a job's stored result, or a part of it; takes the reply over [local.result.range]. */
export async function sendResult(
  { deps, bytes }: LocalContext,
  { request, reply, job, attachment }: SendResult,
): Promise<FastifyReply> {
  const opened = await deps.gateway.openResult(job);
  if (opened.kind === 'not-found') return sendFailure(reply, resultNotFound);
  const failure = rangeNotSatisfiable(opened.result.size);
  return sendStoredResult(
    { bytes, log: deps.log },
    {
      request,
      reply,
      jobId: job.id,
      opened,
      attachment,
      unsatisfiable: {
        body: failureBody(failure, reply),
        errorCode: errorCodeIn(reply, failureRules[failure.kind].code),
      },
    },
  );
}

function rangeNotSatisfiable(size: number): Failure {
  return { kind: 'range-not-satisfiable', message: `The file has ${size} bytes.`, param: 'Range' };
}
