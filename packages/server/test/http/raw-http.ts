import { request } from 'node:http';
import { connect } from 'node:net';
import type { HttpResponse } from './response.ts';

export interface RawRequest {
  readonly url: string;
  readonly method?: string;
  /** Header lines exactly as sent, repeated names included. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array | Iterable<Uint8Array>;
  /** Loopback address of the caller. */
  readonly localAddress?: string;
}

/**
 * Sends a request whose header lines and body framing are the caller's. A body given in pieces is written as it is
 * read; it stops without an error when the server responds before its end.
 */
export function sendRaw(parts: RawRequest): Promise<HttpResponse> {
  const url = new URL(parts.url);
  return new Promise((resolve, reject) => {
    const headers = (parts.headers ?? []).flatMap(([name, value]) => [name, value]);
    if (!(parts.headers ?? []).some(([name]) => name.toLowerCase() === 'host')) {
      headers.push('Host', url.host);
    }
    let answered = false;
    const outgoing = request(url, {
      method: parts.method ?? 'GET',
      headers,
      agent: false,
      ...(parts.localAddress === undefined ? {} : { localAddress: parts.localAddress }),
    });
    outgoing.on('error', (error) => {
      if (!answered) reject(error);
    });
    outgoing.on('response', (incoming) => {
      answered = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        outgoing.destroy();
        const bytes = new Uint8Array(Buffer.concat(chunks));
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(headerPairs(incoming.rawHeaders)),
          bytes,
          text: new TextDecoder().decode(bytes),
        });
      });
    });
    writeBody(outgoing, parts.body ?? '', () => answered);
  });
}

/** Sends exact bytes and returns the response up to the server's close, or to twenty seconds of silence. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function headerPairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? ''] satisfies [string, string]] : [],
  );
}

type Outgoing = ReturnType<typeof request>;

function writeBody(
  outgoing: Outgoing,
  body: string | Uint8Array | Iterable<Uint8Array>,
  isAnswered: () => boolean,
): void {
  if (typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.end(body);
    return;
  }
  const pieces = body[Symbol.iterator]();
  const writeOn = (): void => {
    while (!isAnswered() && !outgoing.destroyed) {
      const piece = pieces.next();
      if (piece.done === true) {
        outgoing.end();
        return;
      }
      if (!outgoing.write(piece.value)) {
        outgoing.once('drain', writeOn);
        return;
      }
    }
  };
  writeOn();
}
