import type { AccountLoad } from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstantOrNull } from './page.ts';

/** Instant at which the last unknown outcome of an account releases its slot, by the account's id; ms since 1970. */
export type UnknownSlotEnds = ReadonlyMap<string, number>;

/** Holders of the slots of an account: an operator who waits for one can resolve an unknown outcome. */
export const slotUse = {
  busy: z.int().meta({ description: 'Slots in use.' }),
  concurrency: z.int().meta({ description: 'Total slots.' }),
  busy_unknown: z
    .int()
    .meta({ description: 'Part of `busy` that is held by jobs with an unknown outcome.' }),
  unknown_until: instant.nullable().meta({
    description:
      'Time at which the last of these slots is released, unless the jobs are resolved earlier; null if there are none, or too many unknown outcomes to examine all.',
  }),
};

export type SlotUseRecord = z.infer<z.ZodObject<typeof slotUse>>;

export function encodeSlotUse(
  { account, busy, busyUnknown }: AccountLoad,
  ends: UnknownSlotEnds,
): SlotUseRecord {
  return {
    busy,
    concurrency: account.concurrency,
    busy_unknown: busyUnknown,
    unknown_until: isoInstantOrNull(ends.get(account.id) ?? null),
  };
}
