import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { programParent } from '../harness/child-program.ts';
import { collectGarbage } from '../world/collect-garbage.ts';
import { waitingCommand, type WaitingCommand } from './messages.ts';

/** Program: the cost of waiting callers with `node:http` alone. It reads the body and keeps the response open. */

const url = 'http://127.0.0.1:8787/media/lj_01KAMPLE0000000000000000.mp4?expires=0&signature=0';
const received = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  video_url: url,
  url,
  media: { url, mime_type: 'video/mp4' },
});
const headers = { 'content-type': 'application/json', 'content-length': received.length };
const held: ServerResponse[] = [];

const server = createServer((request, response) => {
  const body: Buffer[] = [];
  request.on('data', (piece: Buffer) => body.push(piece));
  request.on('end', () => {
    JSON.parse(Buffer.concat(body).toString());
    held.push(response);
  });
});

async function obey(command: WaitingCommand): Promise<object> {
  switch (command.kind) {
    case 'collect':
      await collectGarbage();
      break;
    case 'release':
      for (const response of held) response.writeHead(200, headers).end(received);
      held.length = 0;
      break;
    case 'held':
    case 'accept':
      break;
    default:
      command satisfies never;
  }
  return { held: held.length };
}

const parent = programParent();
parent.onMessage((message) => {
  void obey(waitingCommand.parse(message)).then((report) => parent.send(report));
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 511 });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port was given');
parent.send({ port: address.port, key: '' });
