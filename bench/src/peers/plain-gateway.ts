import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { listenAnywhere } from '../servers/listen-anywhere.ts';
import { peerArgument } from '../servers/messages.ts';

/**
 * Program: a gateway as written in an afternoon, with one durable transaction for each step. It does not survive a kill
 * between two steps, pays twice when a response is lost, and writes its files without a sync.
 */

const { directory, providerPort } = peerArgument.parse(programArgument());
const videos = join(directory, 'videos');
mkdirSync(videos, { recursive: true });

const database = new Database(join(directory, 'plain.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE IF NOT EXISTS owners (name TEXT PRIMARY KEY, used INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS tasks (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, key TEXT, state TEXT NOT NULL, body TEXT NOT NULL, upstream TEXT,
    created_at INTEGER NOT NULL, UNIQUE (owner, key)
  );
  INSERT OR IGNORE INTO owners VALUES ('owner', 0);
`);
const findByKey = database.prepare('SELECT id FROM tasks WHERE owner = ? AND key = ?');
const insert = database.prepare(
  "INSERT INTO tasks (id, owner, key, state, body, created_at) VALUES (?, ?, ?, 'queued', ?, ?)",
);
const charge = database.prepare('UPDATE owners SET used = used + ? WHERE name = ?');
const change = database.prepare('UPDATE tasks SET state = ?, upstream = ? WHERE id = ?');
const accept = database.transaction((id: string, key: string | null, body: string) => {
  if (key !== null && findByKey.get('owner', key) !== undefined) return false;
  insert.run(id, 'owner', key, body, Date.now());
  charge.run(5, 'owner');
  return true;
});

const chat = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});
const creation = z.object({ model: z.string(), prompt: z.string() });

async function make(id: string, prompt: string): Promise<void> {
  const asked = JSON.stringify({ model: 'vid-1', messages: [{ role: 'user', content: prompt }] });
  const response = await fetch(`http://127.0.0.1:${providerPort}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: asked,
  });
  const receipt = await response.text();
  change.run('submitted', receipt, id);
  const video = await fetch(`http://127.0.0.1:${providerPort}/video.mp4`);
  if (video.body === null) throw new Error('the video has no bytes');
  await pipeline(Readable.fromWeb(video.body), createWriteStream(join(videos, `${id}.mp4`)));
  change.run('completed', receipt, id);
}

const app = Fastify({ logger: false });
app.post('/v1/videos', (request, reply) => {
  const { model } = creation.parse(request.body);
  const id = randomUUID();
  accept(id, String(request.headers['idempotency-key']), JSON.stringify(request.body));
  reply.code(202).send({ id, object: 'video', status: 'in_progress', model });
});
app.post('/v1/chat/completions', (request, reply) => {
  const { messages } = chat.parse(request.body);
  const id = randomUUID();
  accept(id, null, JSON.stringify(request.body));
  make(id, messages.at(-1)?.content ?? '').then(
    () => reply.send({ id, url: `/videos/${id}.mp4` }),
    (error: unknown) => reply.send(error),
  );
});
const parent = programParent(() => app.close());
parent.send({ port: await listenAnywhere(app) });
