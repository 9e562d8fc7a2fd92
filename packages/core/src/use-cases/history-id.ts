import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { StorageBundle } from '../ports/storage-bundle.ts';

/** Entry of the store that names its past; empty from the end of one past to the first question about the next. */
const name = 'history-id';

/**
 * Returns the id of the past that the store reads from. While the id is the same, the store has forgotten nothing that
 * it had returned, so a job it does not know never existed. After an acknowledged loss, the id is another one.
 */
export async function historyId({
  storage: { values },
  ids,
}: Pick<GatewayPorts, 'storage' | 'ids'>): Promise<string> {
  const known = await values.get(name);
  if (known !== undefined && known !== '') return known;
  const next = ids.next();
  const isOurs = await values.putAllIf({
    values: new Map([[name, next]]),
    expected: { name, value: known },
  });
  return isOurs ? next : ((await values.get(name)) ?? next);
}

/** Ends the named past. Must be called before the store responds again. */
export function endHistory({ values }: Pick<StorageBundle, 'values'>): Promise<void> {
  return values.put(name, '');
}
