import { expect } from 'vitest';
import type { GatewayProcess } from '../crash-harness.ts';
import type { FleetWorld } from './fleet-world.ts';

const reason = 'database is older than expected';

/**
 * Checks that a node reports a loss and takes no work on either surface until an operator acknowledges the loss.
 *
 * @param key - of a creation that is refused
 */
export async function saysLost(
  world: FleetWorld,
  node: GatewayProcess,
  key: string,
): Promise<void> {
  await world.until('a loss that is told', async () => {
    const text = await world.readiness(node, 503);
    return text.includes('store lost changes') ? true : undefined;
  });
  const reported = await world.create(node, { prompt: 'while it is lost', key });
  expect(reported).toMatchObject({ kind: 'refused', status: 503 });
  expect(reported.kind === 'refused' && reported.text).toContain(reason);
  const chat = await fetch(`${node.localUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'vidA-fast-4s-16x9-720p', prompt: 'while it is lost' }),
  });
  expect([chat.status, await chat.text()]).toEqual([503, expect.stringContaining(reason)]);
}
