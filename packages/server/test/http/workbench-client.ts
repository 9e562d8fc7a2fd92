import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, jsonOf, type RequestParts, send } from './response.ts';
import { eventually } from './eventually.ts';
import type { Gateway } from './start-gateway.ts';

/** The exact fields of a job of the workbench [workbench.job-fields]. */
export const workbenchJobSchema = z.strictObject({
  job_id: z.string(),
  id: z.string(),
  status: z.enum([
    'authenticating',
    'prepared',
    'submitted',
    'polling',
    'completed',
    'failed',
    'outcome_unknown',
  ]),
  message: z.string().min(1).optional(),
  result_url: z.string().optional(),
  model: z.string(),
  prompt: z.string(),
  aspect_ratio: z.string().regex(/^\d+:\d+$/),
  resolution: z.string(),
  duration: z.int(),
  generate_audio: z.boolean(),
  account: z.string().nullable(),
  progress: z.int().min(0).max(100),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type WorkbenchJob = z.infer<typeof workbenchJobSchema>;

/** Initial configuration of the workbench [workbench.models]. */
export const usualModel = 'vidA-fast-4s-16x9-720p';

/** Returns a new id, as the page makes one. */
export function newJobId(): string {
  return `ui-${randomUUID()}`;
}

/** An administrator at the workbench. */
export interface Workbench {
  readonly cookie: string;
  request(path: string, parts?: RequestParts): Promise<HttpResponse>;
  create(body: unknown): Promise<HttpResponse>;
  /** Creates a job of the usual model; it must be new. */
  created(prompt: string, more?: object): Promise<WorkbenchJob>;
  list(query?: string): Promise<readonly WorkbenchJob[]>;
  find(id: string): Promise<WorkbenchJob>;
  /** Waits for a status. */
  until(id: string, status: WorkbenchJob['status']): Promise<WorkbenchJob>;
}

/** Logs in and opens the workbench. */
export async function openWorkbench(
  gateway: Pick<Gateway, 'localUrl' | 'adminUsername' | 'adminPassword'>,
): Promise<Workbench> {
  const { localUrl, adminUsername: username, adminPassword: password } = gateway;
  const login = await send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const request: Workbench['request'] = (path, parts = {}) =>
    send(localUrl + path, { ...parts, headers: { cookie, ...parts.headers } });
  const create: Workbench['create'] = (body) =>
    request('/local-video/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const list: Workbench['list'] = async (query = '') => {
    const response = await request(`/local-video/jobs${query}`);
    expect(response.status, response.text).toBe(200);
    return z.strictObject({ jobs: z.array(workbenchJobSchema) }).parse(jsonOf(response)).jobs;
  };
  const find: Workbench['find'] = async (id) => {
    const job = (await list()).find(({ job_id }) => job_id === id);
    if (job === undefined) throw new Error(`the workbench shows no ${id}`);
    return job;
  };
  return {
    cookie,
    request,
    create,
    list,
    find,
    async created(prompt, more = {}) {
      const body = { id: newJobId(), model: usualModel, prompt, ...more };
      return workbenchJobOf(await create(body), 202);
    },
    until: (id, status) =>
      eventually(
        async () => {
          const job = await find(id);
          return job.status === status ? job : undefined;
        },
        { what: `${id} becoming ${status}` },
      ),
  };
}

/** Returns the job of a response with the given status. */
export function workbenchJobOf(response: HttpResponse, status: number): WorkbenchJob {
  expect(response.status, response.text).toBe(status);
  return workbenchJobSchema.parse(jsonOf(response));
}
