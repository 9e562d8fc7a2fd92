import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MockServer, startMockServer } from '../../src/server/mock-server.ts';
import { callWire } from '../support/personalities/personality-server.ts';

let mock: MockServer;
beforeEach(async () => {
  const address = { host: '127.0.0.1', port: 0, control: true };
  mock = await startMockServer({ ...address, seed: 'seed', speed: 1, now: Date.now });
});
afterEach(() => mock.close());

const submission = JSON.stringify({
  correlation_id: 'job',
  model: 'vm_std-2.0',
  media_type: 'image',
  prompt: 'a kite [[mock:response=hang:60s]]',
  negative_prompt: null,
  duration: null,
  aspect_ratio: '16:9',
  resolution: '1k',
  width: 32,
  height: 32,
  audio: false,
  references: [],
});

const departures = ['stays', 'destroys', 'half closes', 'resets'] as const;
type Departure = (typeof departures)[number];

function leave(socket: Socket, departure: Departure): void {
  switch (departure) {
    case 'stays':
      return;
    case 'destroys':
      socket.destroy();
      return;
    case 'half closes':
      socket.end();
      return;
    case 'resets':
      socket.resetAndDestroy();
  }
}

/** A connection that has sent submissions in one piece, each of which is kept waiting for a minute. */
async function held(space: string, submissions: number): Promise<Socket> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  const lines = [
    `POST /s/${space}/v1/generations HTTP/1.1`,
    'host: mock.test',
    'authorization: Bearer key-1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(submission)}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${submission}`.repeat(submissions));
  return socket;
}

function control(space: string, path: string, body?: object) {
  return callWire(`${mock.url}/_mock/s/${space}/${path}`, { body });
}

const clockSchema = z.looseObject({ waiting: z.int() });

async function waitingIn(space: string): Promise<number> {
  return clockSchema.parse((await control(space, 'clock')).body).waiting;
}

async function untilHeld(space: string, submissions: number): Promise<void> {
  await expect.poll(() => waitingIn(space), { interval: 20, timeout: 120_000 }).toBe(submissions);
}

const moves = [
  ['clock', { untilIdle: true }],
  ['clock', { advance: 60_000 }],
  ['clock', { advance: 1 }],
  ['reset', { keep: ['clock'] }],
] as const;

const roundForm = fc.record({
  departure: fc.constantFrom(...departures),
  move: fc.constantFrom(...moves),
  submissions: fc.integer({ min: 1, max: 3 }),
});
type Round = Readonly<{
  departure: Departure;
  move: (typeof moves)[number];
  submissions: number;
}>;

/** Status codes of the control calls of one test that holds clients and moves its clock. */
async function statusesOf(space: string, rounds: readonly Round[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  await control(space, 'clock', { mode: 'frozen' });
  for (const { departure, move, submissions } of rounds) {
    const socket = await held(space, submissions);
    await untilHeld(space, submissions);
    leave(socket, departure);
    statuses.push((await control(space, move[0], move[1])).status);
    // Without its clients the next round begins with an empty space.
    statuses.push((await control(space, 'reset', { keep: ['clock'] })).status);
    socket.destroy();
  }
  return statuses;
}

describe('a control call while held clients leave', () => {
  it.each(departures.flatMap((departure) => moves.map((move) => ({ departure, move }))))(
    '[mock.clock.settled] gets its response although the client $departure in the same tick: $move',
    async (round) => {
      const rounds = [1, 2, 3].map((submissions) => ({ ...round, submissions }));
      expect(await statusesOf('one', rounds)).toEqual(rounds.flatMap(() => [200, 200]));
      expect(await waitingIn('one')).toBe(0);
    },
  );

  it('[mock.clock.settled] gets its response in 200 spaces at once, 10,000 times', {
    tags: 'long',
    timeout: 600_000,
  }, async () => {
    const rounds = fc.sample(roundForm, { numRuns: 5_000, seed: 31 });
    const spaces = Array.from({ length: 200 }, (_, index) =>
      statusesOf(`space-${index}`, rounds.slice(index * 25, (index + 1) * 25)),
    );
    expect((await Promise.all(spaces)).flat()).toEqual(Array.from({ length: 10_000 }, () => 200));
  });
});
