import type { JsonValue, PreparedSubmission } from '@filmgate/core';
import type { PreparedCall } from '@filmgate/upstream-http';
import * as z from 'zod';
import { assetSlot, submissionPath } from './mock-description.ts';

const json: z.ZodType<JsonValue> = z.json();

/** The form saved by releases before the engine: only the body, with references but not their bytes. */
const formerSchema = z.object({
  version: z.literal(1),
  value: z
    .object({
      correlation_id: z.string(),
      references: z.array(
        z.object({ role: z.string(), content_type: z.string(), sha256: z.string() }),
      ),
    })
    .catchall(json),
});

/** Converts a submission saved by a former release to the call it stands for. */
export function readFormerSubmission(submission: PreparedSubmission): PreparedCall | undefined {
  const { data: former } = formerSchema.safeParse(submission);
  if (former === undefined) return undefined;
  const references = former.value.references.map((one) => ({
    ...one,
    data: assetSlot(one.sha256, one.content_type),
  }));
  return { path: submissionPath, body: { kind: 'json', value: { ...former.value, references } } };
}
