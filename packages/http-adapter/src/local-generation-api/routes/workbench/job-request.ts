import type { BlobStore } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { describedOnly } from '../../../mechanics/described-only.ts';
import { sendText } from '../../answers.ts';
import { encodeWorkbenchRequest } from '../../encode/workbench-request.ts';
import { workbenchRequest } from '../../schemas/workbench-request.ts';
import { jobNotFound, mountPrefix } from '../../workbench-answers.ts';
import { type WorkbenchContext, workbenchOwner } from '../../workbench-context.ts';
import {
  sessionSecurity,
  workbenchErrors,
  workbenchJobPath,
  workbenchTags,
} from '../../workbench-description.ts';
import { sendWorkbenchFailure } from '../../workbench-failure.ts';

/** `GET /local-video/jobs/:id/request`: what a job was asked to be, with all that its list entry leaves out. */
export function registerJobRequest(app: FastifyInstance, { deps }: WorkbenchContext): void {
  const schema = {
    tags: workbenchTags,
    summary: 'Read what was asked for',
    description: 'With negative prompt and reference images, so that the like of it can be made.',
    security: sessionSecurity,
    params: workbenchJobPath,
    response: { 200: workbenchRequest, ...workbenchErrors },
  };
  const prefix = mountPrefix(app.prefix);
  const options = { schema, validatorCompiler: describedOnly };
  app.get<{ Params: { id: string } }>('/jobs/:id/request', options, async (request, reply) => {
    const { id } = request.params;
    const job = await deps.gateway.get({ ...workbenchOwner, id });
    if (job === undefined) return sendWorkbenchFailure(reply, jobNotFound);
    const isKept = await Promise.all(
      job.request.references.map(({ sha256 }) => isThere(deps.referenceBlobs, sha256)),
    );
    return sendText(reply, JSON.stringify(encodeWorkbenchRequest(job, { prefix, isKept })));
  });
}

async function isThere(blobs: Pick<BlobStore, 'open'>, sha256: string): Promise<boolean> {
  const blob = await blobs.open(sha256);
  await blob?.close();
  return blob !== undefined;
}
