import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { createBody } from '../world/bench-job.ts';
import { mixArgument, type MixReport } from '../servers/messages.ts';

/** Program: clients that create, poll and download until they are stopped. */

const { port, key, clients } = mixArgument.parse(programArgument());
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const betweenPollsMs = 25;
const task = z.object({ id: z.string(), status: z.string() });
const counts = { tasks: 0, polls: 0, bytes: 0 };
const state: { failure: string | null } = { failure: null };

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

async function call({ method, path, headers = {}, body = '' }: Call): Promise<Buffer> {
  const all = { authorization: `Bearer ${key}`, ...headers };
  const sent = request({ host: '127.0.0.1', port, method, path, agent, headers: all });
  const arrival = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  const response = await arrival;
  const bytes = await buffer(response);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${path} returned ${statusCode}: ${bytes.toString()}`);
  return bytes;
}

async function once(): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'content-length': String(createBody.length),
    'idempotency-key': randomUUID(),
  };
  const path = '/v1/videos';
  const created = await call({ method: 'POST', path, headers, body: createBody });
  const { id, status: first } = task.parse(JSON.parse(created.toString()));
  let status = first;
  while (status !== 'completed') {
    if (status === 'failed') throw new Error(`the task ${id} failed`);
    await sleep(betweenPollsMs);
    const polled = await call({ method: 'GET', path: `${path}/${id}` });
    ({ status } = task.parse(JSON.parse(polled.toString())));
    counts.polls += 1;
  }
  const video = await call({ method: 'GET', path: `${path}/${id}/content` });
  counts.bytes += video.length;
  counts.tasks += 1;
}

async function client(): Promise<void> {
  try {
    while (state.failure === null) await once();
  } catch (error) {
    state.failure ??= String(error);
  }
}

const parent = programParent();
parent.onMessage(() => {
  const report: MixReport = { ...counts, ...state };
  parent.send(report);
});
parent.send({ kind: 'ready' });
await Promise.all(Array.from({ length: clients }, client));
