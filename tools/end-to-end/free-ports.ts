import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the ephemeral range (ip(7), `ip_local_port_range`): the system assigns none of them meanwhile. */
const range = { from: 22_000, below: 32_000 } as const;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Free loopback ports for programs that need a fixed one. If one is bound meanwhile, a test fails visibly. */
export async function freePorts(count: number): Promise<readonly string[]> {
  const ports = new Set<string>();
  while (ports.size < count) {
    const port = randomInt(range.from, range.below);
    if (await isFree(port)) ports.add(String(port));
  }
  return [...ports];
}
