import { CallBuffer, type Logger, type RequestLogEntry } from '@filmgate/core';
import { fc, test } from '@fast-check/vitest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPlaceOf, firstPositionOf, placesPerMs, readCursor } from './call-row.ts';
import { CallWriter } from './call-writer.ts';

function call(id: string, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
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
    const buffer = new CallBuffer({ calls: 3, promptUnits: 100 });
    buffer.add(['a', 'b', 'c', 'd', 'e'].map((id) => call(id)));
    expect(buffer.takeDropped()).toBe(2);
    expect(buffer.takeDropped()).toBe(0);
    expect(buffer.take(9).map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  });

  it('gives the oldest up when their prompts are too long', () => {
    const buffer = new CallBuffer({ calls: 9, promptUnits: 10 });
    buffer.add(['a', 'b', 'c'].map((id) => call(id, { prompt: 'xxxx' })));
    expect(buffer.take(9).map(({ id }) => id)).toEqual(['b', 'c']);
    buffer.add([call('d', { prompt: 'x'.repeat(10) })]);
    expect(buffer.size).toBe(1);
  });

  test.prop([fc.array(fc.oneof(fc.nat(9), fc.constant('take'), fc.constant('back')))])(
    'loses none without counting it, and keeps their order',
    (steps) => {
      const buffer = new CallBuffer({ calls: 20, promptUnits: 1000 });
      let [added, dropped] = [0, 0];
      const left: number[] = [];
      for (const step of steps) {
        if (step === 'back') buffer.putBack(buffer.take(3));
        else if (step === 'take') left.push(...buffer.take(2).map(({ id }) => Number(id)));
        else buffer.add(Array.from({ length: step }, () => call(String(added++))));
        dropped += buffer.takeDropped();
        expect(buffer.size).toBeLessThanOrEqual(20);
      }
      left.push(...buffer.take(1000).map(({ id }) => Number(id)));
      expect(left.length + dropped).toBe(added);
      expect(left.toSorted((one, other) => one - other)).toEqual(left);
    },
  );
});

describe('places of calls', () => {
  test.prop([fc.string(), fc.integer({ min: 0, max: 4_386_000_000_000 })])(
    'are whole numbers a score holds exactly',
    (id, at) => {
      const place = firstPlaceOf(id);
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThan(placesPerMs);
      expect(Number.isSafeInteger(firstPositionOf(at) + place)).toBe(true);
      expect(readCursor(String(firstPositionOf(at) + place))).toBe(firstPositionOf(at) + place);
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

  function writerOf(answers: readonly (number | Error)[]) {
    const batches: string[][] = [];
    const warnings: string[] = [];
    const log: Logger = {
      info: () => undefined,
      warn: (event) => void warnings.push(event),
      error: () => undefined,
    };
    const write = async (calls: readonly RequestLogEntry[]) => {
      const answer = answers[batches.length] ?? 0;
      batches.push(calls.map(({ id }) => id));
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return { batches, warnings, writer: new CallWriter({ write, log }) };
  }

  it('gathers calls for a quarter of a second, and those that wait much shorter', async () => {
    const { batches, writer } = writerOf([]);
    writer.add([call('a')]);
    await vi.advanceTimersByTimeAsync(200);
    writer.add([call('b')]);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(60);
    expect(batches).toEqual([['a', 'b']]);
    writer.add([call('c')]);
    writer.add([call('d', { durationMs: null, status: null })]);
    await vi.advanceTimersByTimeAsync(20);
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('tries again what could not be written, in the same order', async () => {
    const { batches, warnings, writer } = writerOf([new Error('away')]);
    writer.add([call('a'), call('b')]);
    await vi.advanceTimersByTimeAsync(300);
    writer.add([call('c')]);
    await vi.advanceTimersByTimeAsync(5500);
    expect(batches).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
    expect(warnings).toEqual(['request-log-not-written']);
  });

  it('writes what is left when it is closed, tells what it gave up, and takes no more', async () => {
    const { batches, warnings, writer } = writerOf([new Error('away')]);
    writer.add([call('a')]);
    await writer.close();
    writer.add([call('b')]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches).toEqual([['a']]);
    expect(warnings).toEqual(['request-log-not-written', 'request-log-rows-dropped']);
  });

  it('tells of rows that found no place', async () => {
    const { warnings, writer } = writerOf([2]);
    writer.add([call('a')]);
    await writer.flush();
    expect(warnings).toEqual(['request-log-rows-dropped']);
  });
});
