import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type FaultServer,
  type Identity,
  startFaultServer,
} from '../support/wire/fault-server.ts';
import { goodResponses, type Phase, phases } from '../support/wire/phases.ts';
import { requestAt } from '../support/wire/provider-call.ts';
import { makeTestCertificates, type TestCertificates } from '../support/wire/test-certificates.ts';
import { answering, asGood, type Expected, headOf, saying } from '../support/wire/wire-fault.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serverOf(
  phase: Phase,
  behaviour: Behaviour,
  identity?: Identity,
): Promise<FaultServer> {
  const good = goodResponses[phase];
  const server = await startFaultServer({
    behaviour,
    good,
    ...(identity !== undefined && { identity }),
  });
  closers.push(() => server.close());
  return server;
}

/** Proof that nothing was sent; for a read, a failed one. */
const notSent: Expected = {
  submit: 'rejected unavailable',
  poll: 'threw',
  result: 'threw',
  search: 'threw',
};

const good = saying(({ status, body }) => [
  headOf(status, [`content-length: ${body.length}`]),
  body,
]);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

describe('no connection', () => {
  it.each(phases)('[wire.nothing-sent] refused: %s', async (phase) => {
    expect(await requestAt(`http://127.0.0.1:${await freePort()}`, phase)).toBe(notSent[phase]);
  });

  it.each(phases)('[wire.nothing-sent] no such host: %s', async (phase) => {
    expect(await requestAt('http://provider.invalid', phase)).toBe(notSent[phase]);
  });
});

/** A TLS record with a fatal alert (RFC 8446 §6): handshake_failure. */
const alert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);

interface HandshakeFault {
  readonly name: string;
  readonly behaviour: Behaviour;
}

/** Shorter than the client itself would wait for a connection. */
const givenUpWithinMs = 5_000;

const handshakeFaults: readonly HandshakeFault[] = [
  {
    name: 'an alert',
    behaviour: { on: 'first-byte', act: ({ socket }) => void socket.end(alert) },
  },
  {
    name: 'a plain answer',
    behaviour: {
      on: 'first-byte',
      act: ({ socket }) => void socket.end(headOf(400, ['content-length: 0'])),
    },
  },
  {
    name: 'a reset',
    behaviour: { on: 'first-byte', act: ({ socket }) => void socket.resetAndDestroy() },
  },
  { name: 'an end', behaviour: { on: 'first-byte', act: ({ socket }) => void socket.end() } },
  { name: 'silence', behaviour: { on: 'first-byte', act: ({ stuck }) => stuck() } },
];

describe('over TLS', () => {
  const known = getCACertificates('default');
  let certificates: TestCertificates;

  beforeAll(async () => {
    certificates = await makeTestCertificates();
    setDefaultCACertificates([...known, certificates.authority]);
  });
  afterAll(() => setDefaultCACertificates(known));

  it.each(phases)('a provider with a valid certificate is believed: %s', async (phase) => {
    const server = await serverOf(phase, good, certificates.valid);
    expect(await requestAt(`https://127.0.0.1:${server.port}`, phase)).toBe(asGood[phase]);
    expect(server.requests).toHaveLength(1);
  });

  it.each(
    (['expired', 'elsewhere', 'selfSigned'] as const).flatMap((identity) =>
      phases.map((phase) => ({ identity, phase })),
    ),
  )(
    '[wire.nothing-sent] a certificate that is $identity: $phase sends nothing',
    async ({ identity, phase }) => {
      const server = await serverOf(phase, good, certificates[identity]);
      expect(await requestAt(`https://127.0.0.1:${server.port}`, phase)).toBe(notSent[phase]);
      expect(server.requests).toEqual([]);
    },
  );

  it.each(handshakeFaults.flatMap((fault) => phases.map((phase) => ({ ...fault, phase }))))(
    '[wire.nothing-sent] $name instead of a handshake: $phase sends nothing',
    async ({ behaviour, phase }) => {
      const server = await serverOf(phase, behaviour);
      const outcome = await requestAt(`https://127.0.0.1:${server.port}`, phase, server.stuck);
      expect(outcome).toBe(notSent[phase]);
    },
    givenUpWithinMs,
  );

  it.each(phases)('a reset after the handshake proves nothing: %s', async (phase) => {
    const cut = answering(({ socket }) => void socket.destroy());
    const server = await serverOf(phase, cut, certificates.valid);
    const outcome = await requestAt(`https://127.0.0.1:${server.port}`, phase);
    expect(outcome).toBe(phase === 'submit' ? 'unknown' : 'threw');
    expect([server.connections(), server.requests.length]).toEqual([1, 1]);
  });
});

describe('a redirect', () => {
  /** For a result within its own origin. */
  const mostRedirects = 3;
  const cells = [301, 302, 303, 307, 308].flatMap((status) =>
    phases.flatMap((phase) =>
      (['another place', 'itself'] as const).map((target) => ({ status, phase, target })),
    ),
  );

  it.each(cells)(
    '[wire.no-redirect] $status to $target leads $phase to no other place, and nothing but a result further',
    async ({ status, phase, target }) => {
      const elsewhere = await serverOf(phase, good);
      const location =
        target === 'itself' ? '/v1/account' : `http://127.0.0.1:${elsewhere.port}/v1/generations`;
      const sent = saying(({ body }) => [
        headOf(status, [`location: ${location}`, `content-length: ${body.length}`]),
        body,
      ]);
      const server = await serverOf(phase, sent);
      const outcome = await requestAt(`http://127.0.0.1:${server.port}`, phase);
      const words = { submit: 'unknown', result: 'unavailable', poll: 'transient' } as const;
      expect(outcome).toBe(phase === 'search' ? 'transient' : words[phase]);
      const isFollowed = phase === 'result' && target === 'itself';
      expect(server.requests).toHaveLength(isFollowed ? 1 + mostRedirects : 1);
      expect(elsewhere.connections()).toBe(0);
    },
  );
});
