import type { AccountLoad } from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstantOrNull } from './page.ts';

/** Instant at which the last unknown outcome of an account releases its slot, by the account's id; ms since 1970. */
export type UnknownSlotEnds = ReadonlyMap<string, number>;

/** Holders of the slots of an account: an operator who waits for one can resolve an unknown outcome. */
export const slotUse = {
  busy: z.int().meta({ description: 'Slots taken.' }),
  concurrency: z.int().meta({ description: 'Slots there are.' }),
  busy_unknown: z
    .int()
    .meta({ description: 'Slots of `busy` that jobs with an unknown outcome hold.' }),
  unknown_until: instant.nullable().meta({
    description:
      'When the last of these gives its slot back, unless they are resolved before; null where there is none, or so many outcomes are unknown that it was not among those looked at.',
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
