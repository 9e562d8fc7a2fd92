import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { bindListener } from '../../src/compose/bind-listener.ts';

const portSetting = 'FILMGATE_LOCAL_PORT';

const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
const hasIpv6 = addresses.some(({ address }) => address === '::1');

/** End of a request over a new connection: a response, a closed connection without one, or neither. */
async function connecting(host: string, port: number): Promise<string> {
  const socket = connect(port, host);
  try {
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
    const data: unknown = await Promise.race([once(socket, 'data'), once(socket, 'end')]);
    return Array.isArray(data) && data.length > 0 ? 'response' : 'closed';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  } finally {
    socket.destroy();
  }
}

const boundTo = (app: FastifyInstance): readonly string[] =>
  app.addresses().map((bound) => (typeof bound === 'string' ? bound : bound.address));

/** Beyond the limit a connection is closed before a byte of it is read. */
const refused = /^(closed|ECONNRESET|EPIPE)$/u;

describe('a name as the address of the listeners', () => {
  const apps: FastifyInstance[] = [];
  const newApp = () => {
    const app = Fastify({ forceCloseConnections: true });
    app.get('/', () => 'here');
    apps.push(app);
    return app;
  };
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  it('[operation.host-name] is looked up once, and the one address is bound that has the bounds', async () => {
    const app = newApp();
    app.server.maxConnections = 0;
    const port = await bindListener({ app, host: 'localhost', port: 0, portSetting });
    expect(app.addresses()).toHaveLength(1);
    expect(await connecting('127.0.0.1', port)).toMatch(refused);
    expect(await connecting('::1', port)).toMatch(/^(ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT)$/u);
  });

  it.each(['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])])(
    '[operation.host-name] that resolves to %s leads there alone',
    async (address) => {
      const app = newApp();
      const asked: string[] = [];
      const resolve = async (name: string): Promise<string> => {
        asked.push(name);
        return address;
      };
      const port = await bindListener({ app, host: 'localhost', port: 0, portSetting, resolve });
      expect(asked).toEqual(['localhost']);
      expect(boundTo(app)).toEqual([address]);
      expect(await connecting(address, port)).toBe('response');
      app.server.closeAllConnections();
      app.server.maxConnections = 0;
      expect(await connecting(address, port)).toMatch(refused);
    },
  );

  it.skipIf(!hasIpv6)(
    '[operation.host-name] is not asked for where an address is given',
    async () => {
      const app = newApp();
      const resolve = () => Promise.reject(new Error('no name was given'));
      await bindListener({ app, host: '[::1]', port: 0, portSetting, resolve });
      expect(boundTo(app)).toEqual(['::1']);
    },
  );
});
