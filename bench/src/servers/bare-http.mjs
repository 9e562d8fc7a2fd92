import { createServer } from 'node:http';

/** Program: a minimal server, in plain JavaScript, so that it starts as fast as Node. Its argument: a port. */

const body = '{"status":"ok"}';
const headers = { 'content-type': 'application/json', 'content-length': body.length };
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1');
