import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, truncate, utimes } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  request as askInner,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The one account the server knows. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const;
const bucket = 'films';

/** Fault of a request: lost before the server has it, its response lost, or refused. */
export type Mishap =
  | { readonly kind: 'lost' }
  | { readonly kind: 'answer-lost' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** The response breaks off after this many bytes of its body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** One byte of the request's body is changed. */
  | { readonly kind: 'damaged' };

type ChooseMishap = (request: { readonly method: string; readonly path: string }) => Mishap | null;

/** An S3-compatible server on this machine, as strict as the large ones: it checks the signed digest. */
export interface BucketServer {
  /** Address of the server; and the address without the strict front, for large files. */
  readonly endpoint: string;
  readonly innerEndpoint: string;
  readonly location: typeof credentials & { readonly bucket: string; readonly region: string };
  /** Requests so far, as `GET /videos/…`. */
  readonly requests: readonly string[];
  /** Sets the faults from now on; null = none. */
  mishaps(choose: ChooseMishap | null): void;
  /** Makes every object appear `ms` older. */
  age(ms: number): Promise<void>;
  /** Keys of the objects in the bucket. */
  keys(): Promise<readonly string[]>;
  /** Truncates an object, like a service that keeps partial uploads. */
  truncate(key: string, size: number): Promise<void>;
  /** Removes an object, as no service should. */
  drop(key: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startBucketServer(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'filmgate-bucket-'));
  const inner = await startInner(directory);
  const innerPort = inner.port;
  const state: { choose: ChooseMishap | null; requests: string[] } = { choose: null, requests: [] };
  const front = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    state.requests.push(`${method} ${path}`);
    const mishap = state.choose?.({ method, path }) ?? null;
    pass(request, response, { mishap, innerPort }).catch(() => response.destroy());
  });
  const port = await listen(front);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    innerEndpoint: `http://127.0.0.1:${innerPort}`,
    location: { ...credentials, bucket, region: 'us-east-1' },
    requests: state.requests,
    mishaps: (choose) => {
      state.choose = choose;
    },
    age: (ms) => age(directory, ms),
    keys: () => keysIn(join(directory, bucket)),
    drop: (key) => rm(join(directory, bucket, `${key}${objectEnding}`)),
    truncate: (key, size) => truncate(join(directory, bucket, `${key}${objectEnding}`), size),
    stop: async () => {
      front.closeAllConnections();
      front.close();
      await inner.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const program = fileURLToPath(new URL('bucket-process.ts', import.meta.url));

async function startInner(
  directory: string,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [program, directory, bucket], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), ended.then(() => undefined)]);
  if (first === undefined || first.done === true) throw new Error('the bucket server ended');
  return {
    port: Number(first.value),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was bound');
  return address.port;
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { mishap, innerPort }: { readonly mishap: Mishap | null; readonly innerPort: number },
): Promise<void> {
  const body = await bytesOf(request);
  if (mishap?.kind === 'damaged' && body[0] !== undefined) body[0] ^= 1;
  const signed = request.headers['x-amz-content-sha256'];
  if (mishap?.kind === 'lost') {
    request.socket.destroy();
  } else if (mishap?.kind === 'refused') {
    refuse(response, mishap);
  } else if (signed !== createHash('sha256').update(body).digest('hex')) {
    refuse(response, { status: 400, code: 'XAmzContentSHA256Mismatch' });
  } else {
    const received = await ask(request, body, innerPort);
    const answered = await bytesOf(received);
    if (mishap?.kind === 'answer-lost') request.socket.destroy();
    else send(response, received, { answered, mishap });
  }
}

function send(
  response: ServerResponse,
  { statusCode, headers }: IncomingMessage,
  { answered, mishap }: { readonly answered: Buffer; readonly mishap: Mishap | null },
): void {
  response.writeHead(statusCode ?? 500, headers);
  if (mishap?.kind !== 'cut') {
    response.end(answered);
    return;
  }
  response.write(answered.subarray(0, mishap.afterBytes), () => response.destroy());
}

function refuse(
  response: ServerResponse,
  { status, code }: { readonly status: number; readonly code: string },
): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function ask(request: IncomingMessage, body: Buffer, port: number): Promise<IncomingMessage> {
  const { method, url: path, headers } = request;
  return new Promise((resolve, reject) => {
    const parts = { host: '127.0.0.1', port, method, path, headers };
    askInner(parts, resolve).on('error', reject).end(body);
  });
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function age(directory: string, ms: number): Promise<void> {
  for (const path of await filesBelow(directory)) {
    const { atimeMs, mtimeMs } = await stat(path);
    await utimes(path, (atimeMs - ms) / 1000, (mtimeMs - ms) / 1000);
  }
}

const objectEnding = '._S3rver_object';

async function keysIn(directory: string): Promise<readonly string[]> {
  return (await filesBelow(directory))
    .filter((path) => path.endsWith(objectEnding))
    .map((path) => path.slice(directory.length + 1, -objectEnding.length))
    .toSorted();
}
