import {
  type ModelCatalog,
  type ModelFamily,
  type RequestDraft,
  retirementNoticeMs,
  retirementSeenAt,
} from '@filmgate/core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

const second = 1_000;

/**
 * Announces the retirement of a creation's model in the headers of its response, from 30 days before it: `Deprecation`
 * (RFC 9745), the time from which it is announced, and `Sunset` (RFC 8594), the time from which the model is refused.
 */
export function announceRetirement(
  reply: FastifyReply,
  draft: Pick<RequestDraft, 'family'>,
  { catalog, now }: { readonly catalog: ModelCatalog; readonly now: number },
): void {
  const family = catalog.families.find(({ id }) => id === draft.family);
  const retirement = family === undefined ? undefined : retirementSeenAt(family, now);
  if (retirement === undefined) return;
  const { retiresAtMs } = retirement;
  void reply.headers({
    deprecation: `@${Math.floor((retiresAtMs - retirementNoticeMs) / second)}`,
    sunset: new Date(retiresAtMs).toUTCString(),
  });
}

/** Members of a listed model that its provider ends; absent from the others. */
export const retirementFields = {
  retires_at: z
    .int()
    .optional()
    .meta({ description: 'Unix time from which the model is refused, if its end is announced.' }),
  replaced_by: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Family that the provider names as successor.' }),
};

export function encodeRetirement({ retirement }: ModelFamily): {
  readonly retires_at?: number;
  readonly replaced_by?: string | null;
} {
  if (retirement === undefined) return {};
  const { retiresAt, replacedBy } = retirement;
  return { retires_at: Math.floor(Date.parse(retiresAt) / second), replaced_by: replacedBy };
}
