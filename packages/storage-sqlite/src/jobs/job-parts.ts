import { type GenerationRequest, type JsonValue, jobParts, unpackMoney } from '@filmgate/core';
import { z } from 'zod';

/** What of a request stands in its JSON column; the rest has columns of its own. */
export interface RequestPart extends Omit<GenerationRequest, 'model' | 'family' | 'prompt'> {
  /** Only for a prompt that is not well-formed Unicode, which a text column would alter. */
  readonly prompt?: string;
}

const request: z.ZodType<RequestPart> = jobParts.request
  .omit({ model: true, family: true })
  .extend({ prompt: z.string().exactOptional() })
  .readonly();

const trailDetail: z.ZodType<{ readonly [name: string]: JsonValue }> = z.record(
  z.string(),
  jobParts.json,
);

/** How the JSON columns are read: checked and frozen. */
export const readPart = {
  request: (text: string) => request.parse(JSON.parse(text)),
  warnings: (text: string) => jobParts.warnings.parse(JSON.parse(text)),
  refusedBy: (text: string) => jobParts.names.parse(JSON.parse(text)),
  route: (text: string) => jobParts.route.parse(JSON.parse(text)),
  expectedSize: (text: string) => jobParts.size.parse(JSON.parse(text)),
  spend: (text: string) => jobParts.spend.parse(JSON.parse(text)),
  submission: (text: string) => jobParts.versioned.parse(JSON.parse(text)),
  handle: (text: string) => jobParts.versioned.parse(JSON.parse(text)),
  output: (text: string) => jobParts.output.parse(JSON.parse(text)),
  resultFetch: (text: string) => jobParts.resultFetch.parse(JSON.parse(text)),
  result: (text: string) => jobParts.result.parse(JSON.parse(text)),
  failure: (text: string) => jobParts.failure.parse(JSON.parse(text)),
  trailDetail: (text: string) => trailDetail.parse(JSON.parse(text)),
  trailMoney: (text: string) => unpackMoney(JSON.parse(text)),
} as const;
