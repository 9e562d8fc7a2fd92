import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One read of a file, as the server received it. */
export interface FileRead {
  readonly path: string;
  readonly authorization: string | undefined;
}

/** A server of the OpenAI videos shape whose videos are finished at once, and whose files the test defines. */
export interface RelayServer {
  /** URL without a path: its API is under `/v1`. */
  readonly origin: string;
  /** Reads of files so far, oldest first. */
  readonly reads: FileRead[];
  /** Additional fields of a finished task, beside its state. */
  report: (id: string) => object;
  /** Responds to every read that is not of a task. */
  serve: (read: FileRead, response: ServerResponse) => void;
  stop(): Promise<void>;
}

export async function startRelayServer(): Promise<RelayServer> {
  let tasks = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'POST') {
      tasks += 1;
      request.resume();
      say(response, { id: `video_${tasks}`, object: 'video', status: 'queued', progress: 0 });
      return;
    }
    const [, id] = /^\/v1\/videos\/([^/?]+)$/.exec(path) ?? [];
    if (id === undefined) serveFile(request, response);
    else
      say(response, {
        id,
        object: 'video',
        status: 'completed',
        progress: 100,
        ...relay.report(id),
      });
  });
  const serveFile = (request: IncomingMessage, response: ServerResponse): void => {
    const read = { path: request.url ?? '/', authorization: request.headers.authorization };
    relay.reads.push(read);
    relay.serve(read, response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const relay: RelayServer = {
    origin: `http://127.0.0.1:${address.port}`,
    reads: [],
    report: () => ({}),
    serve: (_read, response) => void response.writeHead(404).end(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return relay;
}

function say(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
