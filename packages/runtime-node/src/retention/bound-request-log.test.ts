import { createManualClock } from '@filmgate/conformance';
import { StorageUnavailable } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { boundRequestLog } from './bound-request-log.ts';

const maxBytes = 64_000;

function world(start: { readonly rows: number }) {
  const clock = createManualClock();
  const log = { rows: start.rows, isAway: false, steps: 0 };
  const events: string[] = [];
  const bound = boundRequestLog({
    requestLogs: {
      removeBeyond: async ({ bytes, limit }) => {
        if (log.isAway) throw new StorageUnavailable('away', { applied: 'no' });
        log.steps += 1;
        const removed = log.rows * 1_000 > bytes ? Math.min(limit, log.rows) : 0;
        log.rows -= removed;
        return removed;
      },
    },
    maxBytes,
    clock,
    log: {
      info: () => undefined,
      warn: (event, fields) => void events.push(`${event} ${JSON.stringify(fields)}`),
      error: (event) => void events.push(event),
    },
  });
  return { clock, log, bound, events };
}

describe('the bound of the request log', () => {
  it('[request-log-growth.size] is kept in short steps, and looked after every 15 seconds', async () => {
    const { clock, log, bound } = world({ rows: 3_020 });
    bound.start();
    await clock.advance(0);
    expect(log).toMatchObject({ rows: 20, steps: 4 });
    log.rows = 1_050;
    await clock.advance(14_999);
    expect(log.rows).toBe(1_050);
    await clock.advance(1);
    expect(log.rows).toBe(50);
    await bound.stop();
    log.rows = 1_050;
    await clock.advance(60_000);
    expect(log.rows).toBe(1_050);
  });

  it('[request-log-growth.told] reports rows removed for its size, once an hour at most, and none uncounted', async () => {
    const { clock, log, bound, events } = world({ rows: 1_050 });
    bound.start();
    await clock.advance(0);
    for (let round = 0; round < 300; round += 1) {
      log.rows += 1_000;
      await clock.advance(15_000);
    }
    await bound.stop();
    expect(events).toEqual([
      `request-log-shortened {"rows":1000,"max_bytes":${maxBytes}}`,
      `request-log-shortened {"rows":240000,"max_bytes":${maxBytes}}`,
    ]);
  });

  it('continues when the store is back, and logs the failure once meanwhile', async () => {
    const { clock, log, bound, events } = world({ rows: 1_050 });
    log.isAway = true;
    bound.start();
    for (let round = 0; round < 10; round += 1) await clock.advance(15_000);
    expect(events).toEqual(['request-log-not-shortened']);
    log.isAway = false;
    await clock.advance(15_000);
    expect(log.rows).toBe(50);
    await bound.stop();
  });
});
