import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** More than Node's own limit of 511, less than what Linux allows (`net.core.somaxconn`, 4096). */
const callers = 1_000;

describe('callers who connect while the server is busy', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const listener = new Worker(new URL('./busy-listener.ts', import.meta.url), { workerData: cell });
  // Awaited from the start: the message may arrive before the test begins.
  const bound = once(listener, 'message');
  const sockets: Socket[] = [];

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    const ended = once(listener, 'exit');
    Atomics.store(cell, 0, 1);
    Atomics.notify(cell, 0);
    await ended;
  });

  it('[local.wait.crowd] are let in by the thousand', async () => {
    const [port] = await bound;
    const connected = Array.from({ length: callers }, async () => {
      const socket = connect(z.int().parse(port), '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
    });
    expect(await Promise.all(connected)).toHaveLength(callers);
  });
});
