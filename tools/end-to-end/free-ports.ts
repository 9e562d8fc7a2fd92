import { createServer } from 'node:net';

/** Loopback ports that are free now, for programs that must be told theirs. Whoever takes one in between makes a test fail, not lie. */
export async function freePorts(count: number): Promise<readonly string[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port was bound');
      return String(address.port);
    }),
  );
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve);
        }),
    ),
  );
  return ports;
}
