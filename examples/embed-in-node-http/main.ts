import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { FilmHandler } from './film-handler.ts';
import { openGateway } from './open-gateway.ts';

/** The use-cases behind a plain `node:http` server: no framework, three routes of its own. */

const directory = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
const { gateway, ports, runner } = await openGateway(directory);
const films = new FilmHandler(gateway, ports.ids);
const server = createServer((request, response) => {
  const owner = request.headers['x-user'];
  if (typeof owner !== 'string') response.writeHead(401).end();
  else films.handle(owner, request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = z.object({ port: z.number() }).parse(server.address());
const url = `http://127.0.0.1:${port}`;
runner.start();
try {
  const order = (owner: string) =>
    fetch(`${url}/films`, {
      method: 'POST',
      headers: { 'x-user': owner, 'idempotency-key': 'first' },
      body: 'A lantern in the rain',
    });
  const [first, again] = [await order('alice'), await order('alice')];
  equal(first.status, 202);
  equal(again.status, 200);
  const { id } = z.object({ id: z.string() }).parse(await first.json());

  const alice = { headers: { 'x-user': 'alice' } };
  const film = z.object({ status: z.string() });
  const ended = await fetch(`${url}/films/${id}`, alice);
  equal(film.parse(await ended.json()).status, 'completed');
  const file = await (await fetch(`${url}/films/${id}/file`, alice)).bytes();
  equal(Buffer.from(file).toString('latin1', 4, 8), 'ftyp');

  const bob = { headers: { 'x-user': 'bob' } };
  equal((await fetch(`${url}/films/${id}/file`, bob)).status, 404);
  process.stdout.write(`one film of ${file.byteLength} bytes, for alice alone\n`);
} finally {
  await runner.drain(5_000);
  server.closeAllConnections();
  server.close();
  await ports.storage.close();
  await rm(directory, { recursive: true });
}
