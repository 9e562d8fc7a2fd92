import { once } from 'node:events';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { programArgument, programParent } from '../harness/program-end.ts';
import { collectGarbage } from '../world/collect-garbage.ts';
import { bareEventsArgument, waitingCommand, type WaitingCommand } from './waiting-messages.ts';

/** Program: what `ws` alone needs to send a message to everybody who is connected. */

const { characters } = bareEventsArgument.parse(programArgument());
const head = '{"id":"0","type":"video.updated","data":"';
const message = Buffer.from(`${head}${'x'.repeat(characters - head.length - 2)}"}`);
const ready = Buffer.from('{"id":"0","type":"ready"}');
const open = new Set<WebSocket>();
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
sockets.on('connection', (socket) => {
  open.add(socket);
  socket.on('close', () => open.delete(socket));
  socket.on('error', () => undefined);
  socket.send(ready, { binary: false });
});

async function obey({ kind }: WaitingCommand): Promise<object> {
  if (kind === 'collect') await collectGarbage();
  if (kind === 'release') for (const socket of open) socket.send(message, { binary: false });
  return { held: open.size };
}

const parent = programParent();
parent.onMessage((received) => {
  void obey(waitingCommand.parse(received)).then((answer) => parent.send(answer));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 511 });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port was given');
parent.send({ port: address.port, key: '' });
