import type { OpenStore } from '../connection/open-store.ts';

/** Rows by id, ids by position, and nodes by id of the rows that have not ended: in this order the scripts expect them. */
export function callKeys({ keys }: OpenStore): readonly string[] {
  return [keys.of('calls'), keys.of('call-order'), keys.of('open-calls')];
}
