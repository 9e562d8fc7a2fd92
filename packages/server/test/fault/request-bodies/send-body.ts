import { connect } from 'node:net';
import type { WorstBody } from './worst-bodies.ts';

/** Response to a body. */
export interface BodyResponse {
  readonly status: number;
  readonly text: string;
}

const longestMs = 30_000;

export interface BodyRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Pick<WorstBody, 'contentType' | 'inPieces'>;
  readonly bytes: Buffer;
}

/**
 * Sends a body over a raw socket, so that it may be wrong in any way, and reads one response; undefined where none
 * came.
 */
export async function sendBody({
  url,
  method,
  headers,
  body,
  bytes,
}: BodyRequest): Promise<BodyResponse | undefined> {
  const { hostname, port, pathname, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const received: Buffer[] = [];
  socket.on('data', (piece) => {
    received.push(piece);
    // The rest of a refused body need not be sent.
    if (isWhole(Buffer.concat(received).toString('latin1'))) socket.destroy();
  });
  // A refused body may end in a reset; a response before it counts.
  socket.on('error', () => socket.destroy());
  // Longer than any response on a busy machine; then it counts as none.
  socket.setTimeout(longestMs, () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const length = body.inPieces ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`;
  const lines = [
    `${method} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${body.contentType}`,
    length,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body.inPieces ? inPieces(bytes) : bytes);
  await closed;
  return responseIn(Buffer.concat(received).toString('latin1'));
}

function inPieces(bytes: Buffer): Buffer {
  const unit = Buffer.from('1\r\n \r\n');
  const wire = Buffer.alloc(bytes.length * unit.length, unit);
  for (const [index, byte] of bytes.entries()) wire[index * unit.length + 3] = byte;
  return Buffer.concat([wire, Buffer.from('0\r\n\r\n')]);
}

/** True if a response has arrived completely, by its own head. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const head = text.slice(0, end);
  if (/^transfer-encoding: chunked/im.test(head)) return text.endsWith('0\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return text.length - end - 4 >= Number(length ?? 0);
}

function responseIn(text: string): BodyResponse | undefined {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  const end = text.indexOf('\r\n\r\n');
  return status === undefined ? undefined : { status: Number(status), text: text.slice(end + 4) };
}
