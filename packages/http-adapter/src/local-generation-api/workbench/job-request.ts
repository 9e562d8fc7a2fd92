import { type BlobStore, type Job, referenceRoles } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noValidation, sendText } from '../../http/route-compilers.ts';
import {
  jobNotFound,
  mountPrefix,
  sessionSecurity,
  type WorkbenchContext,
  workbenchJobPath,
  workbenchOwner,
  workbenchTags,
} from './context.ts';
import { sendWorkbenchFailure, workbenchErrorResponses } from './failure.ts';
import { workbenchJob } from './workbench-job.ts';

interface RequestShownAt {
  /** Prefix the API is mounted under. */
  readonly prefix: string;
  /** True for each reference whose bytes are available. */
  readonly isKept: readonly boolean[];
}

/** Encodes the request of a job. */
function encodeWorkbenchRequest(
  { id, request }: Pick<Job, 'id' | 'request'>,
  { prefix, isKept }: RequestShownAt,
): WorkbenchRequest {
  return {
    model: request.model,
    prompt: request.prompt,
    negative_prompt: request.negativePrompt,
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    duration: request.durationSeconds,
    generate_audio: request.generateAudio,
    account: request.pinnedAccountId ?? null,
    reference_images: request.references.map(({ role, contentType, size }, index) => ({
      role,
      content_type: contentType,
      size,
      ...(isKept[index] === true && {
        url: `${prefix}/local-video/jobs/${id}/references/${index}`,
      }),
    })),
  };
}

/** A reference image of a job, and the path of its bytes. */
const requestImage = z.object({
  role: z.enum(referenceRoles),
  content_type: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  url: z
    .string()
    .optional()
    .meta({ description: 'Present while the image is kept; the bytes sent to the provider.' }),
});

/** The whole request of a job: everything a creation needs to repeat it. */
const workbenchRequest = workbenchJob
  .pick({
    model: true,
    prompt: true,
    aspect_ratio: true,
    resolution: true,
    duration: true,
    generate_audio: true,
  })
  .extend({
    negative_prompt: z.string().nullable(),
    account: z
      .string()
      .nullable()
      .meta({ description: 'ID of the requested account; null = any.' }),
    reference_images: z
      .array(requestImage)
      .meta({ description: 'In the given order, which determines their roles.' }),
  });

export type WorkbenchRequest = z.infer<typeof workbenchRequest>;

/** `GET /local-video/jobs/:id/request`: the request of a job, with everything that its list entry leaves out. */
export function registerJobRequest(app: FastifyInstance, { deps }: WorkbenchContext): void {
  const schema = {
    tags: workbenchTags,
    summary: 'Read the request of a job',
    description: 'Includes negative prompt and references, as a template for a similar job.',
    security: sessionSecurity,
    params: workbenchJobPath,
    response: { 200: workbenchRequest, ...workbenchErrorResponses },
  };
  const prefix = mountPrefix(app.prefix);
  const options = { schema, validatorCompiler: noValidation };
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
