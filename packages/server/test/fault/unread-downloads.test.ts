/** @module-tag long */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { adminView } from './admin-view.ts';
import { startGatewayProcess, startMock, temporaryDirectory } from './crash-harness.ts';
import { settledJobs } from './crash-scene.ts';

const mebibyte = 1024 * 1024;
const connections = 200;
const requestsEach = 60;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Peak memory of a process, in bytes. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 'NaN') * 1024;
}

/** Requests a file over its own connection the given number of times, and reads none of the responses. */
async function askAndNeverRead(url: URL, times: number): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`;
  socket.write(request.repeat(times));
  return socket;
}

it('[flow.pipelining.in-turn][flow.files.bounded] downloads asked for sixty at a time over 200 connections and never read cost hardly more memory than one each', async () => {
  const mock = await startMock();
  closers.push(() => mock.stop());
  const data = await temporaryDirectory();
  closers.push(() => data.dispose());
  const gateway = await startGatewayProcess({ dataDirectory: data.path, mockUrl: mock.url });
  closers.push(() => gateway.child.stop('SIGKILL'));
  const admin = await adminView(gateway.localUrl);
  await admin.addAccount(1);
  const { key } = await admin.createUser();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'unread [[mock:run=1s,queue=0s]]', seconds: 10 });
  await fetch(`${gateway.tasksUrl}/v1/videos`, { method: 'POST', headers, body });
  const [job] = await settledJobs(admin, 1);
  const task = await fetch(`${gateway.tasksUrl}/v1/videos/${job?.id}`, { headers });
  const { video_url: link } = z.object({ video_url: z.string() }).parse(await task.json());
  const url = new URL(link);
  const pid = gateway.child.process.pid ?? 0;

  const hold = async (times: number): Promise<number> => {
    const sockets = await Promise.all(
      Array.from({ length: connections }, () => askAndNeverRead(url, times)),
    );
    let peak = await peakOf(pid);
    // An idle process grows too, by some kB a second.
    for (let unchanged = 0; unchanged < 10; unchanged += 1) {
      await pause(200);
      const now = await peakOf(pid);
      if (now - peak < mebibyte) continue;
      unchanged = 0;
      peak = now;
    }
    for (const socket of sockets) socket.destroy();
    return await peakOf(pid);
  };
  const once = await hold(1);
  const sixtyTimes = await hold(requestsEach);
  expect(Math.round((sixtyTimes - once) / mebibyte)).toBeLessThan(300);
  const alive = await fetch(url, { headers: { range: 'bytes=0-99' } });
  expect(alive.status).toBe(206);
}, 120_000);
