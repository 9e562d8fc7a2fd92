import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { StorageBundle } from '../ports/storage-bundle.ts';

/** Entry of the store that names its past; empty from the end of one past to the first question about the next. */
const name = 'history-id';

/**
 * Names the past that the store answers from. While the id is the same, the store has forgotten nothing that it had answered, so what it
 * does not know never was. Once a loss was acknowledged, the id is another one.
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

/** Ends the past that has a name. To be called before the store answers again. */
export function endHistory({ values }: Pick<StorageBundle, 'values'>): Promise<void> {
  return values.put(name, '');
}
