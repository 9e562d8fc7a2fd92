import { connect } from 'node:net';

export interface RawCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything that came over the connection, and how it ended; `open` where it did not. */
export interface RawResponse {
  readonly bytes: string;
  readonly end: 'closed' | 'reset' | 'open';
}

/**
 * Sends a request over a new connection, and returns every received byte except the date.
 *
 * @param until - timeout of a connection without data; null if the server ends it
 */
export async function callRaw(
  url: string,
  { method, path, headers, body }: RawCall,
  until: (() => Promise<unknown>) | null,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({
    host: 'mock.test',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  let bytes = '';
  socket.on('data', (piece) => {
    bytes += piece.toString('latin1');
  });
  const ended = new Promise<RawResponse['end']>((resolve) => {
    socket.once('error', () => resolve('reset'));
    socket.once('close', () => resolve('closed'));
  });
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const end = until === null ? await ended : await Promise.race([ended, opened(until)]);
  socket.destroy();
  return { bytes: bytes.replace(/^date: .*\r\n/im, ''), end };
}

async function opened(until: () => Promise<unknown>): Promise<'open'> {
  await until();
  return 'open';
}
