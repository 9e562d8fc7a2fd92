import type { Rounds } from '../harness/run-rounds.ts';
import { mapRounds } from './map-rounds.ts';

/** The same rounds with processor time as what is compared. */
export function processorRounds(measured: Rounds): Rounds {
  return mapRounds(measured, (slice) => ({
    ...slice,
    value: slice.processorUs ?? Number.NaN,
    processorUs: null,
  }));
}
