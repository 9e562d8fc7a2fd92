import { z } from 'zod';
import { adminPassword } from './crash-harness.ts';

const userSchema = z.object({
  id: z.string(),
  usage: z.object({ used: z.number(), reserved: z.number(), held: z.number() }),
});
const jobSchema = z.object({
  id: z.string(),
  owner: z.string(),
  state: z.string(),
  quota: z.enum(['reserved', 'held', 'settled', 'released']),
  price: z.number(),
  error: z.object({ code: z.string() }).nullable(),
});

const accountSchema = z.object({
  label: z.string(),
  paid: z.object({ ever: z.number() }),
  reserved_credits: z.number(),
  held_credits: z.number(),
});

export type AdminUser = z.infer<typeof userSchema>;
export type AdminAccount = z.infer<typeof accountSchema>;
const callSchema = z.object({
  id: z.string(),
  status: z.int().nullable(),
  job_id: z.string().nullable(),
  disconnected: z.boolean(),
  error_code: z.string().nullable(),
});

const trailLineSchema = z.object({ at: z.string(), what: z.string() });

export type AdminTrailLine = z.infer<typeof trailLineSchema>;
export type AdminCall = z.infer<typeof callSchema>;
export type AdminJob = z.infer<typeof jobSchema>;

/** Reads and actions of an administrator. */
export interface AdminView {
  /** Creates an API user with a quota in credits; a thousand when absent. */
  createUser(totalLimit?: number): Promise<{ readonly id: string; readonly key: string }>;
  /** Disables a user's key until it is enabled again. */
  disable(userId: string): Promise<void>;
  addAccount(concurrency: number): Promise<void>;
  accounts(): Promise<readonly AdminAccount[]>;
  user(id: string): Promise<AdminUser>;
  jobs(): Promise<readonly AdminJob[]>;
  job(id: string): Promise<AdminJob>;
  /** Trail of a job, line by line. */
  trail(id: string): Promise<readonly AdminTrailLine[]>;
  /** Rows of the request log, of one path. */
  calls(path: string): Promise<readonly AdminCall[]>;
  /** Removes the video of a job; returns the status of the response. */
  removeResult(jobId: string): Promise<number>;
  /** Loss reported by the store; null while there is none. */
  loss(): Promise<string | null>;
  rule(jobId: string, outcome: 'charged' | 'not_charged'): Promise<number>;
}

export async function adminView(localUrl: string): Promise<AdminView> {
  const login = await fetch(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${localUrl}/api/v1/admin/${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const list = async <T>(path: string, item: z.ZodType<T>): Promise<readonly T[]> =>
    z.object({ data: z.array(item) }).parse(await (await call('GET', path)).json()).data;
  return {
    async loss() {
      const reported = z.object({ loss: z.object({ kind: z.string() }).nullable() });
      return reported.parse(await (await call('GET', 'store')).json()).loss?.kind ?? null;
    },
    async createUser(totalLimit = 1_000) {
      const response: unknown = await (
        await call('POST', 'api-users', { name: 'crash', total_limit: totalLimit })
      ).json();
      const { api_user, key } = z.object({ api_user: userSchema, key: z.string() }).parse(response);
      return { id: api_user.id, key };
    },
    async disable(userId) {
      const response = await call('PATCH', `api-users/${userId}`, { enabled: false });
      if (response.status !== 200) throw new Error(await response.text());
    },
    async addAccount(concurrency) {
      const account = {
        label: 'one',
        endpoint: 'mock',
        families: ['*'],
        concurrency,
        credits: 1_000_000,
        secret: 'mk_one',
      };
      const response = await call('POST', 'accounts', account);
      if (response.status !== 201) throw new Error(await response.text());
    },
    accounts: () => list('accounts', accountSchema),
    async user(id) {
      const found = (await list('api-users', userSchema)).find((user) => user.id === id);
      if (found === undefined) throw new Error(`no API user ${id}`);
      return found;
    },
    jobs: () => list('jobs?limit=100', jobSchema),
    async job(id) {
      const response: unknown = await (await call('GET', `jobs/${id}`)).json();
      return z.object({ job: jobSchema }).parse(response).job;
    },
    async trail(id) {
      const response: unknown = await (await call('GET', `jobs/${id}`)).json();
      return z.object({ trail: z.array(trailLineSchema) }).parse(response).trail;
    },
    calls: (path) => list(`request-logs?path=${encodeURIComponent(path)}`, callSchema),
    async removeResult(jobId) {
      return (await call('DELETE', `jobs/${jobId}/result`)).status;
    },
    async rule(jobId, outcome) {
      return (await call('POST', `jobs/${jobId}/resolve`, { outcome, note: 'asked the provider' }))
        .status;
    },
  };
}
