import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGuardedConnector } from './guarded-connector.ts';
import { GuardedFetchError } from './guarded-fetch-refusal.ts';

interface FakeSocket {
  readonly remoteAddress: string | undefined;
  readonly destroy: () => void;
}

/** Replaces the network: returns a socket with any peer. */
const network = vi.hoisted(() => ({
  socket: { remoteAddress: undefined, destroy: () => undefined } as FakeSocket,
  connections: 0,
}));

/** Other files of this worker use the original module. */
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock('undici', () => ({
  buildConnector: () => (_: unknown, callback: (error: null, socket: FakeSocket) => void) => {
    network.connections += 1;
    callback(null, network.socket);
  },
}));

const NAME = { hostname: 'files.example.com', protocol: 'https:', port: '443' };

beforeEach(() => {
  network.connections = 0;
});

interface Connected {
  readonly error: Error | null;
  readonly destroyed: boolean;
}

function connectTo(
  peer: string | undefined,
  call: {
    readonly hostname?: string;
    readonly admitsPrivate?: boolean;
    readonly signal?: AbortSignal;
  },
): Connected {
  const destroy = vi.fn();
  network.socket = { remoteAddress: peer, destroy };
  const connector = createGuardedConnector({
    target: {
      kind: 'target',
      url: new URL('https://files.example.com/'),
      host: 'files.example.com',
      admitsPrivate: call.admitsPrivate ?? false,
    },
    resolveHost: () => Promise.resolve([]),
    connectTimeoutMs: 1000,
    signal: call.signal ?? new AbortController().signal,
  });
  const outcome: { error: Error | null } = { error: null };
  connector({ ...NAME, hostname: call.hostname ?? NAME.hostname }, (...result) => {
    outcome.error = result[0];
  });
  return { error: outcome.error, destroyed: destroy.mock.calls.length > 0 };
}

const REFUSED = { refusal: { kind: 'refused', reason: 'address-not-allowed' } };

describe('the connected peer', () => {
  test.for(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is accepted', (peer) => {
    expect(connectTo(peer, {})).toEqual({ error: null, destroyed: false });
  });

  test.for(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '', undefined])(
    '%s is refused and let go, whatever the resolver said before',
    (peer) => {
      const { error, destroyed } = connectTo(peer, {});
      expect(error).toBeInstanceOf(GuardedFetchError);
      expect(error).toMatchObject(REFUSED);
      expect(destroyed).toBe(true);
    },
  );

  test('may be private where that is admitted, but never a metadata service', () => {
    expect(connectTo('10.0.0.1', { admitsPrivate: true }).error).toBeNull();
    expect(connectTo('169.254.169.254', { admitsPrivate: true }).error).toMatchObject(REFUSED);
    expect(connectTo('fd00:ec2::254', { admitsPrivate: true }).error).toMatchObject(REFUSED);
  });
});

describe('no connection is tried', () => {
  test.for(['127.0.0.1', '::1', '169.254.169.254'])('to the literal address %s', (hostname) => {
    expect(connectTo('8.8.8.8', { hostname }).error).toMatchObject(REFUSED);
    expect(network.connections).toBe(0);
  });

  test('after the fetch was aborted', () => {
    expect(connectTo('8.8.8.8', { signal: AbortSignal.abort() }).error).toBeInstanceOf(
      GuardedFetchError,
    );
    expect(network.connections).toBe(0);
  });
});
