import { expect } from 'vitest';
import { type HttpResponse, jsonOf, type RequestParts, send } from './response.ts';
import { eventually } from './eventually.ts';
import { type Task, taskSchema } from './shapes.ts';

/** The three equivalent create paths [tasks.create.paths-equivalent]. */
export const createPaths = [
  '/v1/videos',
  '/v1/videos/generations',
  '/v1/video/generations',
] as const;

export interface CreateOptions {
  readonly path?: string;
  /** Value of the `Idempotency-Key` header. */
  readonly key?: string;
}

/** A multipart field: its name, and its text or file. */
export type FormPart = readonly [name: string, value: string | File];

/** The Video Task API as one API user sees it. */
export interface TasksClient {
  readonly baseUrl: string;
  request(path: string, parts?: RequestParts): Promise<HttpResponse>;
  create(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  createForm(parts: readonly FormPart[], options?: CreateOptions): Promise<HttpResponse>;
  read(id: string): Promise<Task>;
  /** Waits until the task is completed; a failed one is an error. */
  completed(id: string): Promise<Task>;
  /** Waits until the task has failed; a completed one is an error. */
  failed(id: string): Promise<Task>;
}

export function tasksClient(baseUrl: string, bearer: string): TasksClient {
  const authorization = `Bearer ${bearer}`;
  const request = (path: string, parts: RequestParts = {}): Promise<HttpResponse> =>
    send(baseUrl + path, { ...parts, headers: { authorization, ...parts.headers } });

  const read = async (id: string): Promise<Task> => taskOf(await request(`/v1/videos/${id}`), 200);

  const ended = async (id: string, status: Task['status']): Promise<Task> => {
    const task = await eventually(
      async () => {
        const now = await read(id);
        return now.status === 'in_progress' ? undefined : now;
      },
      { what: `the end of ${id}` },
    );
    expect(task.status, JSON.stringify(task.error)).toBe(status);
    return task;
  };

  return {
    baseUrl,
    request,
    create: (body, options = {}) =>
      request(options.path ?? createPaths[0], {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keyHeader(options) },
        body: JSON.stringify(body),
      }),
    createForm: (parts, options = {}) =>
      request(options.path ?? createPaths[0], {
        method: 'POST',
        headers: keyHeader(options),
        body: formOf(parts),
      }),
    read,
    completed: (id) => ended(id, 'completed'),
    failed: (id) => ended(id, 'failed'),
  };
}

/** Returns the task object of a response with the given status. */
export function taskOf(response: HttpResponse, status = 202): Task {
  expect(response.status, response.text).toBe(status);
  return taskSchema.parse(jsonOf(response));
}

function formOf(parts: readonly FormPart[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return form;
}

function keyHeader({ key }: CreateOptions): Readonly<Record<string, string>> {
  return key === undefined ? {} : { 'idempotency-key': key };
}
