import type { Job } from '@filmgate/core';
import type { WorkbenchRequest } from '../schemas/workbench-request.ts';

export interface RequestShownAt {
  /** Prefix the API is mounted under. */
  readonly prefix: string;
  /** For each reference whether its bytes can be had. */
  readonly isKept: readonly boolean[];
}

/** What somebody asked for at the workbench. */
export function encodeWorkbenchRequest(
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
