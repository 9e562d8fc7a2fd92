import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { renderSmallVideos } from '../world/small-videos.ts';

/** Program: a provider behind gateways: a chat service that responds after a delay, and a small video. */

const { delayMs } = z.object({ delayMs: z.number().default(0) }).parse(programArgument());
const body = JSON.stringify({
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
const headers = { 'content-type': 'application/json', 'content-length': body.length };
const video = (await renderSmallVideos()).get(4) ?? Buffer.alloc(0);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url === '/video.mp4') {
      const length = { 'content-type': 'video/mp4', 'content-length': video.length };
      response.writeHead(200, length).end(video);
    } else if (delayMs > 0) {
      setTimeout(() => response.writeHead(200, headers).end(body), delayMs);
    } else {
      response.writeHead(200, headers).end(body);
    }
  });
});
server.keepAliveTimeout = 300_000;
const parent = programParent();
server.listen({ port: 0, host: '127.0.0.1', backlog: 511 });
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port was given');
parent.send({ port: address.port });
