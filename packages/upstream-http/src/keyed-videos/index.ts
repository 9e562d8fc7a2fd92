import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import { defineProvider, type ProviderDefinition } from '../engine/provider-description.ts';
import { readDialect } from '../openai-videos/dialect.ts';
import { describeDialect } from '../openai-videos/index.ts';

const protocol = 'keyed-videos';
const hourMs = 3_600_000;

/** Life of a key in hours: 24 where its host documents no more, as Comfy Router and Vercel's gateway do. */
const keyHours = z.int().min(1).max(87_600).default(24);

/**
 * Servers of the OpenAI videos shape that document an `Idempotency-Key`: a submission whose response was lost is sent
 * again with its key, and the response to that is its receipt.
 */
export const keyedVideos: ProviderDefinition = defineProvider({
  protocol,
  describe: ({ key_hours: hours, ...options }) => {
    const standard = describeDialect(readDialect(options, [protocol, 'key_hours']));
    return {
      ...standard,
      protocol,
      displayName: 'Keyed videos',
      timing: { ...standard.timing, reconcileAfterMs: 10_000, keyLifeMs: keyLifeOf(hours) },
      build: (input) => ({
        ...standard.build(input),
        headers: { 'idempotency-key': input.correlationId },
      }),
    };
  },
});

function keyLifeOf(hours: JsonValue | undefined): number {
  const { success, data } = keyHours.safeParse(hours);
  if (success) return data * hourMs;
  throw new Error('The option "key_hours" must be a whole number of hours, from 1 to 87600.');
}
