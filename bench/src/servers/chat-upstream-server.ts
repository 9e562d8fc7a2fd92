import { once } from 'node:events';
import { createServer } from 'node:http';
import { programParent } from '../harness/program-end.ts';

/** Program: a chat service that answers at once, for gateways to stand before. */

const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'vid-1',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'https://cdn.example.com/v/1.mp4 '.repeat(8) },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 40, total_tokens: 52 },
});
const headers = { 'content-type': 'application/json', 'content-length': answer.length };
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, headers).end(answer));
});
server.keepAliveTimeout = 300_000;
const parent = programParent();
server.listen({ port: 0, host: '127.0.0.1', backlog: 511 });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port was given');
parent.send({ port: address.port });
