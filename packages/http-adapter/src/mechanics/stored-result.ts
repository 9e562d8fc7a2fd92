import type { Logger, OpenBlob, StoredResult } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ByteServer } from './byte-server.ts';
import { noteRequest } from './request-log.ts';

/** One stored result, opened, and how to send it. */
interface SendStoredResult {
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
    onUnsatisfiable: () => noteRequest(request, { errorCode: unsatisfiable.errorCode }),
    onClosed: ({ error, ...served }) => {
      const fields = { request_id: request.id, job: jobId, ...served };
      if (served.end === 'failed') log.error('result_not_sent', error, fields);
      else log.info('result_sent', fields);
    },
  });
  return reply;
}

const variantQuery = z.object({ variant: z.literal('video').optional() });

/** What is wrong with the form of a result that a query asks for, as clients of OpenAI do; undefined where it is the one there is. */
export function variantProblem({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  return variantQuery.safeParse(query).success
    ? undefined
    : 'variant must be video: there are no thumbnails and no spritesheets.';
}
