import type { Logger, OpenBlob, StoredResult } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteServer } from './byte-server.ts';
import { noteCall } from './call-log.ts';

/** One stored result, opened, and how to send it. */
export interface SendStoredResult {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly jobId: string;
  readonly opened: { readonly blob: OpenBlob; readonly result: StoredResult };
  /** Name for saving it; shown in place when null. */
  readonly attachment: string | null;
  /** What the surface answers to a range outside the file. */
  readonly unsatisfiable: { readonly body: object; readonly errorCode: string };
}

/** Sends a job's stored result, or a part of it; takes the reply over [tasks.content.range]. */
export async function sendStoredResult(
  { bytes, log }: { readonly bytes: ByteServer; readonly log: Logger },
  { request, reply, jobId, opened, attachment, unsatisfiable }: SendStoredResult,
): Promise<FastifyReply> {
  const { blob, result } = opened;
  // A policy for documents would keep browsers' own players from playing.
  reply.removeHeader('content-security-policy');
  await bytes.serve(request, reply, {
    blob,
    etag: `"${result.sha256}"`,
    contentType: result.contentType,
    headers: {
      'cache-control': 'private',
      ...(attachment === null
        ? {}
        : { 'content-disposition': `attachment; filename="${attachment}"` }),
    },
    unsatisfiableBody: JSON.stringify(unsatisfiable.body),
    onUnsatisfiable: () => noteCall(request, { errorCode: unsatisfiable.errorCode }),
    onClosed: ({ error, ...served }) => {
      const fields = { request_id: request.id, job: jobId, ...served };
      if (served.end === 'failed') log.error('result_not_sent', error, fields);
      else log.info('result_sent', fields);
    },
  });
  return reply;
}
