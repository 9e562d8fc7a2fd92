import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMockUpstream } from '../../src/client/create-mock-upstream.ts';
import { callWire, openPersonalityServer } from '../support/personalities/personality-server.ts';
import { beginning } from '../support/open-world.ts';

let mock: Awaited<ReturnType<typeof openPersonalityServer>>;
beforeEach(async () => {
  mock = await openPersonalityServer();
});
afterEach(() => mock.close());

const century = 100 * 365 * 24 * 3_600_000;
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function advance(ms: number) {
  return callWire(`${mock.url}/_mock/clock`, { body: { advance: ms } });
}

it('[mock.clock-limit] goes up to the end of the year 9999, and what goes beyond is refused and moves nothing', async () => {
  let response = await advance(0);
  let moves = 0;
  while (response.status === 200 && moves < 200) {
    response = await advance(century);
    moves += 1;
  }
  expect(moves).toBeLessThan(200);
  const left = lastInstant - beginning - (moves - 1) * century;
  expect(response).toMatchObject({ status: 400, body: { error: { kind: 'invalid' } } });
  expect(response.text).toContain(
    `advance: the clock cannot go beyond 9999-12-31T23:59:59.999Z, which is ${left} ms ahead`,
  );
  expect((await advance(left + 1)).status).toBe(400);
  expect((await advance(left)).body).toMatchObject({ now: '9999-12-31T23:59:59.999Z' });
  expect((await advance(1)).text).toContain('which is 0 ms ahead');
  expect((await mock.ledger()).accepted).toBe(0);
});

it('[mock.clock-limit] holds in process, too', async () => {
  const upstream = createMockUpstream({ now: () => beginning });
  expect(() => upstream.advanceClock(lastInstant - beginning + 1)).toThrow(RangeError);
  upstream.advanceClock(lastInstant - beginning);
  await upstream.close();
});
