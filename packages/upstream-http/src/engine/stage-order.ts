import type { JsonValue, StagingOutcome } from '@filmgate/core';
import { z } from 'zod';
import { withLocations } from './fill-body.ts';
import type { PreparedCall, ProviderDescription } from './provider-description.ts';
import { namesPast, type Order, type ReadPast, stagePast, withPast } from './staged-past.ts';
import { type UploadParts, uploadReferences } from './upload-references.ts';

const stagedSchema = z.object({
  past: z.string().nullable(),
  locations: z.record(z.string(), z.string()),
});

/** Returns true if something is sent or read before submissions of a protocol. */
export function isStaged({ find, upload }: ProviderDescription): boolean {
  return namesPast(find) || upload !== undefined;
}

/** Reads the past of an endpoint and uploads references before a submission; nothing of it orders anything. */
export async function stageOrder(
  description: ProviderDescription,
  order: Order,
  { read, ...uploading }: UploadParts & { readonly read: ReadPast },
): Promise<StagingOutcome> {
  const before = await stagePast(description, order, read);
  if (before.kind === 'rejected') return before;
  const uploads = await uploadReferences(description, order, uploading);
  if (uploads.kind === 'rejected') return uploads;
  return { kind: 'staged', value: { past: before.past, locations: uploads.locations } };
}

/** Returns a call with what was staged for it; one that is only searched for has an unknown past, and no locations. */
export function withStaged(
  { find }: ProviderDescription,
  call: PreparedCall,
  staged: JsonValue | undefined,
): PreparedCall {
  const { past, locations } = stagedSchema.safeParse(staged).data ?? { past: null, locations: {} };
  const { body } = call;
  const filled =
    body.kind === 'json' ? { ...body, value: withLocations(body.value, locations) } : body;
  return withPast(find, { ...call, body: filled }, past);
}
