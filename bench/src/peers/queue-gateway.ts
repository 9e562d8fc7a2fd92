import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, Queue, Worker } from 'bullmq';
import Fastify from 'fastify';
import { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { listenAnywhere } from '../servers/listen-anywhere.ts';
import { peerArgument } from '../servers/messages.ts';

/** Program: the same work as a BullMQ job for each step, with files that are synced. Redis has `appendfsync always`. */

const { directory, providerPort, redisPort = 0 } = peerArgument.parse(programArgument());
const videos = join(directory, 'videos');
mkdirSync(videos, { recursive: true });
const connection = { host: '127.0.0.1', port: redisPort };
const concurrency = 64;
const submissions = new Queue('submit', { connection });
const results = new Queue('store', { connection });
const waiting = new Map<string, () => void>();

const submission = z.object({ id: z.string(), prompt: z.string() });
const result = z.object({ id: z.string() });
const chat = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

async function submit(job: Job): Promise<string> {
  const { id, prompt } = submission.parse(job.data);
  const body = JSON.stringify({ model: 'vid-1', messages: [{ role: 'user', content: prompt }] });
  const headers = { 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${providerPort}/v1/chat/completions`;
  const receipt = await (await fetch(url, { method: 'POST', headers, body })).text();
  await results.add('store', { id });
  return receipt;
}

async function store(job: Job): Promise<void> {
  const { id } = result.parse(job.data);
  const video = await fetch(`http://127.0.0.1:${providerPort}/video.mp4`);
  const file = await open(join(videos, `${id}.mp4`), 'w');
  await file.writeFile(Buffer.from(await video.arrayBuffer()));
  await file.sync();
  await file.close();
}

const submitting = new Worker('submit', submit, { connection, concurrency });
const storing = new Worker('store', store, { connection, concurrency });
storing.on('completed', (job) => {
  const { id } = result.parse(job.data);
  waiting.get(id)?.();
  waiting.delete(id);
});

const app = Fastify({ logger: false });
app.post('/v1/chat/completions', (request, reply) => {
  const { messages } = chat.parse(request.body);
  const id = randomUUID();
  waiting.set(id, () => void reply.send({ id, url: `/videos/${id}.mp4` }));
  submissions
    .add('submit', { id, prompt: messages.at(-1)?.content ?? '' })
    .catch((error: unknown) => reply.send(error));
});
const parent = programParent(async () => {
  await app.close();
  await Promise.all([submitting.close(true), storing.close(true)]);
});
await Promise.all([submissions.waitUntilReady(), results.waitUntilReady()]);
parent.send({ port: await listenAnywhere(app) });
