import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { assetLinkPath, type LinkedReferences } from '../../http/asset-links.ts';
import { noValidation } from '../../http/route-compilers.ts';
import type { VideoTaskContext } from '../context.ts';
import { sendFailure, videoTaskErrors } from '../failure.ts';

const query = z.object({ expires: z.string().optional(), signature: z.string().optional() });

/**
 * `GET` and `HEAD` on the link of a reference. The signature is the only credential; without a valid one the path does
 * not exist, and nothing is looked up [references.link].
 */
export async function linkedReferencesApi(
  app: FastifyInstance,
  { deps, bytes }: VideoTaskContext,
  { links, blobs }: LinkedReferences,
): Promise<void> {
  const notFound = (reply: FastifyReply) => sendFailure(reply, videoTaskErrors.unknownPath);
  app.route<{ Params: { '*': string }; Querystring: z.infer<typeof query> }>({
    method: ['GET', 'HEAD'],
    url: `${assetLinkPath}/*`,
    schema: { hide: true, querystring: query },
    config: { sendsFile: true },
    validatorCompiler: noValidation,
    handler: async (request, reply) => {
      const asset = await links.assetOf(`/${request.params['*']}`, request.query);
      const blob = asset === undefined ? undefined : await blobs.open(asset.sha256);
      if (asset === undefined || blob === undefined) return notFound(reply);
      const failure = { kind: 'range-not-satisfiable', param: 'Range' } as const;
      const message = `The reference has ${blob.size} bytes.`;
      await bytes.serve(request, reply, {
        blob,
        etag: `"${asset.sha256}"`,
        contentType: asset.contentType,
        headers: { 'cache-control': 'private' },
        unsatisfiableBody: JSON.stringify(
          videoTaskErrors.failureBody({ ...failure, message }, reply),
        ),
        onClosed: ({ error, ...served }) => {
          const fields = { request_id: request.id, ...served };
          if (served.end === 'failed') deps.log.error('reference_not_sent', error, fields);
          else deps.log.info('reference_sent', fields);
        },
      });
      return reply;
    },
  });
}
