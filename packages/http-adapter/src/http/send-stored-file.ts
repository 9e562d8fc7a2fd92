import { fileExtension, type KeptFile, type Logger, type OpenBlob } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteServer } from './byte-server.ts';
import { noteRequest } from './request-log.ts';

/** One stored file of a job, opened, and the way to send it. */
interface SendStoredFile {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly jobId: string;
  readonly opened: { readonly blob: OpenBlob; readonly file: KeptFile };
  /** True to save the file under the name of the job; false to show it in place. */
  readonly isAttachment: boolean;
  /** The surface's response to a range outside the file. */
  readonly unsatisfiable: { readonly body: object; readonly errorCode: string };
}

/** Sends a job's stored file, or a part of it; takes the reply over [tasks.content.range]. */
export async function sendStoredFile(
  { bytes, log }: { readonly bytes: ByteServer; readonly log: Logger },
  { request, reply, jobId, opened, isAttachment, unsatisfiable }: SendStoredFile,
): Promise<FastifyReply> {
  const { blob, file } = opened;
  const disposition = `attachment; filename="${jobId}.${fileExtension(file.contentType)}"`;
  // A policy for documents would stop browsers' own players.
  reply.removeHeader('content-security-policy');
  await bytes.serve(request, reply, {
    blob,
    etag: `"${file.sha256}"`,
    contentType: file.contentType,
    headers: {
      'cache-control': 'private',
      ...(isAttachment && { 'content-disposition': disposition }),
    },
    unsatisfiableBody: JSON.stringify(unsatisfiable.body),
    onUnsatisfiable: () => noteRequest(request, { errorCode: unsatisfiable.errorCode }),
    onClosed: ({ error, ...served }) => {
      const fields = { request_id: request.id, job: jobId, ...served };
      if (served.end === 'failed') log.error('result_not_sent', error, fields);
      else log.info('result_sent', fields);
    },
  });
  return reply;
}
