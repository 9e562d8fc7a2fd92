import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider with a given behaviour, at a host with a port. */
export async function upstreamOf(
  response: RequestListener,
): Promise<{ readonly host: string; close(): Promise<void> }> {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
