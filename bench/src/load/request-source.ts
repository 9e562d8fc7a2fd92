import { randomFillSync } from 'node:crypto';
import { createBody } from '../world/bench-job.ts';
import { readTaskBook } from '../world/prompt-maker.ts';
import type { RequestPlan } from './load-order.ts';

interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly host: string;
  readonly headers: { readonly [name: string]: string };
  /** ASCII. */
  readonly body: string;
}

/** The bytes of a request with keep-alive; with a Content-Length if it has a body. */
export function requestText({ method, path, host, headers, body }: RequestParts): string {
  const all = body === '' ? headers : { ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n${body}`;
}

/** Returns the text of the next request. */
export type RequestSource = () => string;

/** HTTP/1.1 requests with keep-alive, ready to be written. */
export function createRequestSource(plan: RequestPlan, host: string): RequestSource {
  switch (plan.kind) {
    case 'create':
      return creations(plan, host);
    case 'poll':
      return polls(plan, host);
    case 'get': {
      const { path, headers } = plan;
      const text = requestText({ method: 'GET', path, host, headers, body: '' });
      return () => text;
    }
    case 'revalidate': {
      const texts = plan.tasks.map(({ path, key, etag }) => {
        const headers = { authorization: `Bearer ${key}`, 'if-none-match': etag };
        return requestText({ method: 'GET', path, host, headers, body: '' });
      });
      return () => texts[Math.floor(Math.random() * texts.length)] ?? '';
    }
    case 'post': {
      const text = requestText({ ...plan, method: 'POST', host });
      return () => text;
    }
    default:
      return plan satisfies never;
  }
}

function creations(
  { key, keys }: Extract<RequestPlan, { kind: 'create' }>,
  host: string,
): RequestSource {
  const body = createBody;
  const head = `POST /v1/videos HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nidempotency-key: `;
  const nextKey = keys === undefined ? randomKeys() : repeatedKeys(keys);
  return () => `${head}${nextKey()}\r\n\r\n${body}`;
}

/** Keys of 32 digits, equally distributed. */
function repeatedKeys(count: number): () => string {
  let last = -1;
  return () => {
    last = (last + 1) % count;
    return String(last).padStart(32, '0');
  };
}

const keyBytes = 16;

/** Random keys of 32 hex digits, drawn a few thousand at a time. */
function randomKeys(): () => string {
  const pool = Buffer.alloc(keyBytes * 4096);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      randomFillSync(pool);
      at = 0;
    }
    at += keyBytes;
    return pool.toString('hex', at - keyBytes, at);
  };
}

function polls(plan: Extract<RequestPlan, { kind: 'poll' }>, host: string): RequestSource {
  const { ids, owners, keys } = readTaskBook(plan.tasksFile);
  const tails = keys.map(
    (key) => ` HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`,
  );
  const count = plan.to - plan.from;
  return () => {
    const index = plan.from + Math.floor(Math.random() * count);
    return `GET /v1/videos/${ids[index]}${tails[owners[index] ?? 0]}`;
  };
}
