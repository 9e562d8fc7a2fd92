import { z } from 'zod';
import type { Gateway } from './start-gateway.ts';

const taskSchema = z.object({ id: z.string(), status: z.string() });

/** Reads a path of the task API, or posts a body to it; undefined where the response is no task. */
export async function callTask(
  { tasksUrl, apiUserKey }: Pick<Gateway, 'tasksUrl' | 'apiUserKey'>,
  path: string,
  body?: unknown,
) {
  const response = await fetch(`${tasksUrl}${path}`, {
    headers: { authorization: `Bearer ${apiUserKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return taskSchema.safeParse(await response.json()).data;
}
