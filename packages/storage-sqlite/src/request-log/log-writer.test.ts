import type { Logger, JsonValue, RequestLogEntry } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestAt, requestsIn } from './request-cells.ts';
import type { WorkerResponse, UnnumberedOrder } from './log-worker-client.ts';
import { LogWriter } from './log-writer.ts';

function newRequest(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  const nothing = { caller: null, model: null, errorCode: null, jobId: null, promptDigest: null };
  const answered = { status: 200, durationMs: 1, disconnected: false, prompt: null };
  return {
    id,
    at: 1,
    count: 1,
    lastAt: 1,
    requestId: id,
    method: 'GET',
    path: '/',
    ...nothing,
    ...answered,
    ...wish,
  };
}

/** A thread that responds on request of the test. */
class ScriptedClient {
  readonly batches: string[] = [];
  readonly #responses: ((response: WorkerResponse) => void)[] = [];

  send(order: UnnumberedOrder, onResponse: (response: WorkerResponse) => void): void {
    if (order.kind !== 'write') throw new Error('no write');
    const { cells } = order;
    const ids = Array.from({ length: requestsIn(cells) }, (_, index) => requestAt(cells, index).id);
    this.batches.push(ids.join(''));
    this.#responses.push(onResponse);
  }

  response(response: WorkerResponse): void {
    this.#responses.shift()?.(response);
  }

  written(misfits = 0): void {
    this.response({ kind: 'written', number: 0, misfits });
  }

  failed(): void {
    this.response({ kind: 'failed', number: 0, message: 'full', code: 'SQLITE_FULL' });
  }
}

function world(rows = 1_000) {
  const client = new ScriptedClient();
  const warnings: [string, unknown][] = [];
  const log: Logger = {
    info: () => undefined,
    warn: (event: string, fields?: { readonly [key: string]: JsonValue }) =>
      void warnings.push([event, fields]),
    error: () => undefined,
  };
  const writer = new LogWriter({ client, log, bounds: { rows, promptUnits: 1_000 } });
  return { client, warnings, writer };
}

describe('the writer of the request log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gathers requests for a moment and writes them together, one batch at a time', () => {
    const { client, writer } = world();
    writer.add([newRequest('a')]);
    vi.advanceTimersByTime(249);
    writer.add([newRequest('b')]);
    expect(client.batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client.batches).toEqual(['ab']);
    writer.add([newRequest('c')]);
    vi.advanceTimersByTime(1_000);
    expect(client.batches).toEqual(['ab']);
    client.written();
    vi.advanceTimersByTime(250);
    expect(client.batches).toEqual(['ab', 'c']);
  });

  it('[request-log.waiting] writes requests that are going to wait soon, and those that begin together in one batch', () => {
    const { client, writer } = world();
    const open = { status: null, durationMs: null };
    writer.add([newRequest('a')]);
    vi.advanceTimersByTime(100);
    writer.add([newRequest('b', open)]);
    vi.advanceTimersByTime(14);
    writer.add([newRequest('c', open)]);
    expect(client.batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client.batches).toEqual(['abc']);
    client.written();
    vi.advanceTimersByTime(1_000);
    expect(client.batches).toEqual(['abc']);
  });

  it('hands everything over when asked to', () => {
    const { client, writer } = world();
    writer.add([newRequest('a')]);
    writer.handOver();
    writer.add([newRequest('b')]);
    writer.handOver();
    expect(client.batches).toEqual(['a', 'b']);
    vi.advanceTimersByTime(10_000);
    expect(client.batches).toEqual(['a', 'b']);
  });

  it.each(['failed', 'lost'] as const)(
    '[request-log.never-in-the-way] tries again later what was %s, in its order',
    (how) => {
      const { client, warnings, writer } = world();
      writer.add([newRequest('a'), newRequest('b')]);
      writer.handOver();
      writer.add([newRequest('c')]);
      if (how === 'failed') client.failed();
      else client.response({ kind: 'lost' });
      expect(warnings).toEqual([
        [
          'request-log-not-written',
          { rows: 2, reason: how === 'failed' ? 'full' : expect.any(String) },
        ],
      ]);
      vi.advanceTimersByTime(4_999);
      expect(client.batches).toEqual(['ab']);
      vi.advanceTimersByTime(1);
      expect(client.batches).toEqual(['ab', 'abc']);
      client.written();
      writer.close();
      expect(warnings).toHaveLength(1);
    },
  );

  it('[request-log.never-in-the-way] drops the oldest while it cannot write, and says how many', () => {
    const { client, warnings, writer } = world(3);
    writer.add([newRequest('a'), newRequest('b')]);
    writer.handOver();
    writer.add([newRequest('c'), newRequest('d')]);
    client.failed();
    expect(warnings[1]).toEqual(['request-log-rows-dropped', { rows: 1 }]);
    vi.advanceTimersByTime(5_000);
    expect(client.batches).toEqual(['ab', 'bcd']);
    client.written(2);
    expect(warnings[2]).toEqual(['request-log-rows-dropped', { rows: 2 }]);
  });

  it('says at its end how many it could not write', () => {
    const { client, warnings, writer } = world();
    writer.add([newRequest('a'), newRequest('b')]);
    writer.handOver();
    client.failed();
    writer.close();
    expect(warnings[1]).toEqual(['request-log-rows-dropped', { rows: 2 }]);
    vi.advanceTimersByTime(10_000);
    expect(client.batches).toEqual(['ab']);
  });
});
