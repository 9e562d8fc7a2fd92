import { equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { UpstreamClient } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import { called, describeOutcome, poll, prepared } from './calls.ts';

/** A server of the kit in place of the provider: shows what a client really sends, whatever the client reports. */
interface WireServer {
  readonly url: string;
  /** Received requests, in order. */
  readonly requests: readonly { readonly method: string; readonly connection: Socket }[];
  close(): Promise<void>;
}

async function startWireServer(
  reply: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<WireServer> {
  const requests: { method: string; connection: Socket }[] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', connection: request.socket });
    request.resume();
    request.once('end', () => reply(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  ok(address !== null && typeof address !== 'string');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sayNothing(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
}

/** Two endpoints for the duration of `use`: one redirects everything to the other. */
async function redirected(
  status: number,
  use: (endpoint: WireServer) => Promise<void>,
): Promise<WireServer> {
  const target = await startWireServer(sayNothing);
  const endpoint = await startWireServer((_request, response) =>
    response.writeHead(status, { location: `${target.url}/elsewhere` }).end(),
  );
  try {
    await use(endpoint);
  } finally {
    await Promise.all([endpoint.close(), target.close()]);
  }
  return target;
}

function postsTo({ requests }: WireServer): number {
  return requests.filter(({ method }) => method === 'POST').length;
}

/** Redirects of every kind; 307 and 308 would forward a whole submission. */
const redirects = [301, 302, 303, 307, 308];

/** Sends the submission for its own provider to a server of the kit. */
async function submitTo(client: UpstreamClient, harness: UpstreamHarness, correlationId: string) {
  // Its own client prepares it, for a submission may be bound to an address; only the provider itself can stage it.
  const by = harness.client.stage === undefined ? { ...harness, client } : harness;
  const submission = await prepared(by, harness.requests.succeeds, correlationId);
  return await called(() =>
    client.submit({
      account: harness.account,
      submission,
      correlationId,
      deadlineAt: harness.now() + 600_000,
      signal: new AbortController().signal,
      readAsset: async () => new Uint8Array([1, 2, 3]),
    }),
  );
}

/** Requests sent by a client that speaks HTTP; other clients have none. */
export const wireLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.wire',
  laws: [
    {
      name: '[wire.no-redirect] a submission that is answered with a redirect arrives once, is followed nowhere, and its outcome is unknown',
      holds: async (harness) => {
        const { clientAt } = harness;
        if (clientAt === null) return;
        for (const status of redirects) {
          const target = await redirected(status, async (endpoint) => {
            const client = clientAt(endpoint.url);
            const outcome = await submitTo(client, harness, `correlation-${status}`);
            ok(
              outcome.kind === 'unknown' || outcome.kind === 'thrown',
              `a redirect was ${describeOutcome(outcome)}`,
            );
            equal(postsTo(endpoint), 1);
          });
          equal(target.requests.length, 0, 'a redirect was followed');
        }
      },
    },
    {
      name: '[wire.no-redirect] a read that is answered with a redirect is not followed, and ends nothing',
      holds: async (harness) => {
        const { clientAt } = harness;
        if (clientAt === null) return;
        const target = await redirected(302, async (endpoint) => {
          const client = clientAt(endpoint.url);
          const outcome = await poll({ ...harness, client }, harness.strangeHandle);
          ok(
            outcome.kind === 'transient' || outcome.kind === 'thrown',
            `a redirect was ${describeOutcome(outcome)}`,
          );
          ok(endpoint.requests.length > 0, 'nothing was read');
        });
        equal(target.requests.length, 0, 'a redirect was followed');
      },
    },
    {
      name: '[invariants.i1-one-submission] a submission leaves over a connection that was used for nothing before',
      holds: async (harness) => {
        if (harness.clientAt === null) return;
        const endpoint = await startWireServer(sayNothing);
        try {
          const client = harness.clientAt(endpoint.url);
          for (const correlationId of ['correlation-1', 'correlation-2']) {
            await poll({ ...harness, client }, harness.strangeHandle);
            await submitTo(client, harness, correlationId);
          }
        } finally {
          await endpoint.close();
        }
        const used = new Set<Socket>();
        for (const { method, connection } of endpoint.requests) {
          ok(
            method !== 'POST' || !used.has(connection),
            'a submission left over a used connection',
          );
          used.add(connection);
        }
        equal(postsTo(endpoint), 2);
      },
    },
  ],
};
