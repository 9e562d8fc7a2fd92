import { RequestBuffer, type Logger, type RequestLogEntry } from '@filmgate/core';
import { fc, test } from '@fast-check/vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPositionOf, firstSlotOf, positionsPerMs, readCursor } from './request-row.ts';
import { RequestLogWriter } from './request-log-writer.ts';

function newRequest(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    id,
    at: 1,
    count: 1,
    lastAt: 1,
    requestId: 'r',
    caller: null,
    method: 'GET',
    path: '/',
    model: null,
    status: 200,
    errorCode: null,
    durationMs: 1,
    jobId: null,
    disconnected: false,
    promptDigest: null,
    prompt: null,
    ...wish,
  };
}

describe('CallBuffer', () => {
  it('gives the oldest up when there are too many, and counts them', () => {
    const buffer = new RequestBuffer({ rows: 3, promptUnits: 100 });
    buffer.add(['a', 'b', 'c', 'd', 'e'].map((id) => newRequest(id)));
    expect(buffer.takeDropped()).toBe(2);
    expect(buffer.takeDropped()).toBe(0);
    expect(buffer.take(9).map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  });

  it('gives the oldest up when their prompts are too long', () => {
    const buffer = new RequestBuffer({ rows: 9, promptUnits: 10 });
    buffer.add(['a', 'b', 'c'].map((id) => newRequest(id, { prompt: 'xxxx' })));
    expect(buffer.take(9).map(({ id }) => id)).toEqual(['b', 'c']);
    buffer.add([newRequest('d', { prompt: 'x'.repeat(10) })]);
    expect(buffer.size).toBe(1);
  });

  test.prop([fc.array(fc.oneof(fc.nat(9), fc.constant('take'), fc.constant('back')))])(
    'loses none without counting it, and keeps their order',
    (steps) => {
      const buffer = new RequestBuffer({ rows: 20, promptUnits: 1000 });
      let [added, dropped] = [0, 0];
      const left: number[] = [];
      for (const step of steps) {
        if (step === 'back') buffer.putBack(buffer.take(3));
        else if (step === 'take') left.push(...buffer.take(2).map(({ id }) => Number(id)));
        else buffer.add(Array.from({ length: step }, () => newRequest(String(added++))));
        dropped += buffer.takeDropped();
        expect(buffer.size).toBeLessThanOrEqual(20);
      }
      left.push(...buffer.take(1000).map(({ id }) => Number(id)));
      expect(left.length + dropped).toBe(added);
      expect(left.toSorted((one, other) => one - other)).toEqual(left);
    },
  );
});

describe('positions of calls', () => {
  test.prop([fc.string(), fc.integer({ min: 0, max: 4_386_000_000_000 })])(
    'are whole numbers a score holds exactly',
    (id, at) => {
      const position = firstSlotOf(id);
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThan(positionsPerMs);
      expect(Number.isSafeInteger(firstPositionOf(at) + position)).toBe(true);
      expect(readCursor(String(firstPositionOf(at) + position))).toBe(
        firstPositionOf(at) + position,
      );
    },
  );

  it.each(['', 'x', '-1', '1.5', '1e3', '99999999999999999', '9999999999999999'])(
    '%j is no cursor',
    (text) => {
      expect(readCursor(text)).toBeUndefined();
    },
  );
});

describe('CallWriter', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function writerOf(replies: readonly (number | Error)[]) {
    const batches: string[][] = [];
    const warnings: string[] = [];
    const log: Logger = {
      info: () => undefined,
      warn: (event) => void warnings.push(event),
      error: () => undefined,
    };
    const write = async (entries: readonly RequestLogEntry[]) => {
      const reply = replies[batches.length] ?? 0;
      batches.push(entries.map(({ id }) => id));
      if (reply instanceof Error) throw reply;
      return reply;
    };
    return { batches, warnings, writer: new RequestLogWriter({ write, log }) };
  }

  it('gathers requests for a quarter of a second, and those that wait much shorter', async () => {
    const { batches, writer } = writerOf([]);
    writer.add([newRequest('a')]);
    await vi.advanceTimersByTimeAsync(200);
    writer.add([newRequest('b')]);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(60);
    expect(batches).toEqual([['a', 'b']]);
    writer.add([newRequest('c')]);
    writer.add([newRequest('d', { durationMs: null, status: null })]);
    await vi.advanceTimersByTimeAsync(20);
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('tries again what could not be written, in the same order', async () => {
    const { batches, warnings, writer } = writerOf([new Error('away')]);
    writer.add([newRequest('a'), newRequest('b')]);
    await vi.advanceTimersByTimeAsync(300);
    writer.add([newRequest('c')]);
    await vi.advanceTimersByTimeAsync(5500);
    expect(batches).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
    expect(warnings).toEqual(['request-log-not-written']);
  });

  it('writes the remaining rows when closed, reports dropped ones, and accepts no more', async () => {
    const { batches, warnings, writer } = writerOf([new Error('away')]);
    writer.add([newRequest('a')]);
    await writer.close();
    writer.add([newRequest('b')]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toEqual([['a']]);
    expect(warnings).toEqual(['request-log-not-written', 'request-log-rows-dropped']);
  });

  it('reports rows without a free position', async () => {
    const { warnings, writer } = writerOf([2]);
    writer.add([newRequest('a')]);
    await writer.flush();
    expect(warnings).toEqual(['request-log-rows-dropped']);
  });
});
