import type { Logger, JsonValue, RequestLogEntry } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAt, callsIn } from './call-cells.ts';
import type { Answer, UnnumberedOrder } from './log-worker-client.ts';
import { LogWriter } from './log-writer.ts';

function newCall(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
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

/** A thread that answers when it is told to. */
class ScriptedClient {
  readonly batches: string[] = [];
  readonly #answers: ((answer: Answer) => void)[] = [];

  send(order: UnnumberedOrder, answered: (answer: Answer) => void): void {
    if (order.kind !== 'write') throw new Error('no write');
    const { cells } = order;
    const ids = Array.from({ length: callsIn(cells) }, (_, index) => callAt(cells, index).id);
    this.batches.push(ids.join(''));
    this.#answers.push(answered);
  }

  answer(answer: Answer): void {
    this.#answers.shift()?.(answer);
  }

  written(misfits = 0): void {
    this.answer({ kind: 'written', number: 0, misfits });
  }

  failed(): void {
    this.answer({ kind: 'failed', number: 0, message: 'full', code: 'SQLITE_FULL' });
  }
}

function world(calls = 1_000) {
  const client = new ScriptedClient();
  const warnings: [string, unknown][] = [];
  const log: Logger = {
    info: () => undefined,
    warn: (event: string, fields?: { readonly [key: string]: JsonValue }) =>
      void warnings.push([event, fields]),
    error: () => undefined,
  };
  const writer = new LogWriter({ client, log, bounds: { calls, promptUnits: 1_000 } });
  return { client, warnings, writer };
}

describe('the writer of the request log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gathers calls for a moment and writes them together, one batch at a time', () => {
    const { client, writer } = world();
    writer.add([newCall('a')]);
    vi.advanceTimersByTime(249);
    writer.add([newCall('b')]);
    expect(client.batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client.batches).toEqual(['ab']);
    writer.add([newCall('c')]);
    vi.advanceTimersByTime(1_000);
    expect(client.batches).toEqual(['ab']);
    client.written();
    vi.advanceTimersByTime(250);
    expect(client.batches).toEqual(['ab', 'c']);
  });

  it('[request-log.waiting] writes calls that are going to wait soon, and those that begin together in one batch', () => {
    const { client, writer } = world();
    const open = { status: null, durationMs: null };
    writer.add([newCall('a')]);
    vi.advanceTimersByTime(100);
    writer.add([newCall('b', open)]);
    vi.advanceTimersByTime(14);
    writer.add([newCall('c', open)]);
    expect(client.batches).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client.batches).toEqual(['abc']);
    client.written();
    vi.advanceTimersByTime(1_000);
    expect(client.batches).toEqual(['abc']);
  });

  it('hands everything over when asked to', () => {
    const { client, writer } = world();
    writer.add([newCall('a')]);
    writer.handOver();
    writer.add([newCall('b')]);
    writer.handOver();
    expect(client.batches).toEqual(['a', 'b']);
    vi.advanceTimersByTime(10_000);
    expect(client.batches).toEqual(['a', 'b']);
  });

  it.each(['failed', 'lost'] as const)(
    '[request-log.never-in-the-way] tries again later what was %s, in its order',
    (how) => {
      const { client, warnings, writer } = world();
      writer.add([newCall('a'), newCall('b')]);
      writer.handOver();
      writer.add([newCall('c')]);
      if (how === 'failed') client.failed();
      else client.answer({ kind: 'lost' });
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
    writer.add([newCall('a'), newCall('b')]);
    writer.handOver();
    writer.add([newCall('c'), newCall('d')]);
    client.failed();
    expect(warnings[1]).toEqual(['request-log-rows-dropped', { rows: 1 }]);
    vi.advanceTimersByTime(5_000);
    expect(client.batches).toEqual(['ab', 'bcd']);
    client.written(2);
    expect(warnings[2]).toEqual(['request-log-rows-dropped', { rows: 2 }]);
  });

  it('says at its end how many it could not write', () => {
    const { client, warnings, writer } = world();
    writer.add([newCall('a'), newCall('b')]);
    writer.handOver();
    client.failed();
    writer.close();
    expect(warnings[1]).toEqual(['request-log-rows-dropped', { rows: 2 }]);
    vi.advanceTimersByTime(10_000);
    expect(client.batches).toEqual(['ab']);
  });
});
