import { ok } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

const taskSchema = z.object({
  id: z.string(),
  status: z.string(),
  video_url: z.string().optional(),
});
const listSchema = z.object({ data: z.array(taskSchema) });
const chatSchema = z.object({ video_url: z.string() });

type Task = z.infer<typeof taskSchema>;

/** A program that calls one node. */
export interface Caller {
  create(prompt: string, idempotencyKey: string): Promise<Task>;
  list(): Promise<readonly Task[]>;
  /** Polls until the video is ready. */
  awaitEnd(id: string): Promise<Task>;
  /** Requests a video from the Local Generation API, which responds when it is ready; returns its link. */
  generate(prompt: string): Promise<string>;
}

export function createCaller(
  node: { readonly tasksUrl: string; readonly localUrl: string },
  keys: { readonly user: string; readonly service: string },
): Caller {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${keys.user}`);
    return responseOf(await fetch(node.tasksUrl + path, { ...init, headers }));
  };
  return {
    create: async (prompt, idempotencyKey) =>
      taskSchema.parse(
        await ask('/v1/videos', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
          body: JSON.stringify({ prompt, seconds: 5 }),
        }),
      ),
    list: async () => listSchema.parse(await ask('/v1/videos')).data,
    awaitEnd: async (id) => {
      for (let tries = 0; tries < 600; tries += 1) {
        const task = taskSchema.parse(await ask(`/v1/videos/${id}`));
        if (task.status !== 'in_progress') return task;
        await setTimeout(100);
      }
      throw new Error(`${id} did not end`);
    },
    generate: (prompt) => generate(node.localUrl, keys.service, prompt),
  };
}

async function generate(localUrl: string, serviceKey: string, prompt: string): Promise<string> {
  const response = await fetch(`${localUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'vidA-fast-4s-16x9-720p',
      messages: [{ role: 'user', content: prompt }],
    }),
  });
  return chatSchema.parse(await responseOf(response)).video_url;
}

async function responseOf(response: Response): Promise<unknown> {
  ok(response.ok, await response.clone().text());
  return response.json();
}
