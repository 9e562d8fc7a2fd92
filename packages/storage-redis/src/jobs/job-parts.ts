import { type GenerationRequest, jobParts } from '@filmgate/core';
import { z } from 'zod';

/** What was asked for; stored as it is, and changed by erasing it alone. */
export const requestPart: z.ZodType<GenerationRequest> = jobParts.request.readonly();

/** The parts of a job that change and that no script decides on; what is as in a new job is left out. */
export const changingPart = z
  .object({
    warnings: jobParts.warnings,
    progress: z.number(),
    refusals: z.number(),
    refusedBy: jobParts.names,
    route: jobParts.route,
    expectedSize: jobParts.size,
    usage: jobParts.usage,
    submission: jobParts.versioned,
    correlationId: z.string(),
    sendDeadlineAt: z.number(),
    handle: jobParts.versioned,
    output: jobParts.output,
    readFailures: z.number(),
    resultFetch: jobParts.resultFetch,
    result: jobParts.result,
    failure: jobParts.failure,
    submittedAt: z.number(),
    completedAt: z.number(),
    unknownSince: z.number(),
    deadlineAt: z.number(),
    resultExpiresAt: z.number(),
    /** The request is not the one the job was accepted with. */
    erased: z.boolean(),
  })
  .partial();

export type ChangingPart = z.infer<typeof changingPart>;
