import { type MockAccountSettings, startMockServer } from '@filmgate/upstream-mock';
import { expect } from 'vitest';
import { z } from 'zod';
import { jsonOf, send } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import { smallest } from '../http/prompts.ts';
import { type Account, accountSchema, adminListOf } from '../http/shapes.ts';
import { taskOf, type TasksClient } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { type GatewayWorld, startWorld } from './gateway-world.ts';

const jobSchema = z.object({
  job: z.object({ state: z.string(), account: z.string().nullable() }),
  waiting_for: z.array(z.object({ account: z.string(), reason: z.string() })),
  trail: z.array(z.object({ what: z.string(), detail: z.record(z.string(), z.unknown()) })),
});

export type JobView = z.infer<typeof jobSchema>;

const ledgerSchema = z.object({
  accepted: z.number(),
  jobs: z.array(z.object({ account: z.string(), prompt: z.string(), accepted_at: z.string() })),
});

/** Service key of every pool world. */
export const serviceKey = 'service-key-of-the-pool';

/** A gateway on a mock with its own port, whose accounts the test describes while both run. */
export interface PoolWorld extends GatewayWorld {
  readonly user: TasksClient;
  /** Adds an account whose key at the mock is `mk_<label>`. */
  join(label: string, account?: object): Promise<string>;
  account(label: string): Promise<Account>;
  /** Waits until the account is in the state. */
  becomes(label: string, state: string): Promise<Account>;
  /** Sets the limits of an account at the mock. */
  describe(label: string, settings: Partial<MockAccountSettings>): Promise<void>;
  /** Moves the mock's clock ahead by `ms`; the gateway's stays. */
  advanceMock(ms: number): Promise<void>;
  /** Creates the cheapest task; resolves with its id. */
  begin(prompt: string): Promise<string>;
  /** A job as the admin API shows it, with labels for account ids. */
  job(id: string): Promise<JobView>;
  /** Waits until the mock has accepted the prompt; resolves with the labels of the accounts that submitted it. */
  takers(text: string, count?: number): Promise<readonly string[]>;
  ledger(text: string): Promise<z.infer<typeof ledgerSchema>>;
}

/** Reasons why accounts were passed over, by label, in a step of the trail. */
export function reasonsIn({ trail }: JobView, what: string): Readonly<Record<string, unknown>> {
  const refusedSchema = z.array(z.object({ account: z.string(), reason: z.string() }));
  const line = trail.findLast((entry) => entry.what === what);
  const refused = refusedSchema.parse(line?.detail['refused']);
  return Object.fromEntries(refused.map(({ account, reason }) => [account, reason]));
}

/** Reasons why no account takes the job now, by label. */
export function waitingReasons({ waiting_for }: JobView): Readonly<Record<string, string>> {
  return Object.fromEntries(waiting_for.map(({ account, reason }) => [account, reason]));
}

/** Refusals of the accounts that refused the job, in order. */
export function refusalsIn({ trail }: JobView): readonly unknown[] {
  return trail
    .filter(({ what }) => what === 'account-refused')
    .map(({ detail }) => [detail['account'], detail['reason']]);
}

/** Starts both. The mock's times are as written, the gateway polls a thousand times more often than usual. */
export async function startPoolWorld(): Promise<PoolWorld> {
  const folder = await scratchFolder();
  const mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1,
    seed: 'pool',
    control: true,
    now: () => Date.now(),
  });
  const world = await startWorld({
    dataDir: folder.path,
    env: { FILMGATE_MOCK_URL: mock.url, FILMGATE_SERVICE_API_KEY: serviceKey },
  });
  const user = await world.addUser();
  const labels = new Map<string, string>();
  const accounts = async () =>
    adminListOf(accountSchema).parse(jsonOf(await world.admin('GET', 'accounts'))).data;
  const account = async (label: string): Promise<Account> => {
    const found = (await accounts()).find((one) => one.label === label);
    if (found === undefined) throw new Error(`no account ${label}`);
    return found;
  };
  const ledger = async (text: string) =>
    ledgerSchema.parse(jsonOf(await send(`${mock.url}/_mock/ledger?contains=${text}`)));
  return {
    ...world,
    user,
    join: async (label, given = {}) => {
      const id = await world.addAccount({ label, secret: `mk_${label}`, ...given });
      labels.set(id, label);
      return id;
    },
    account,
    becomes: (label, state) =>
      eventually(
        async () => {
          const now = await account(label);
          return now.state === state ? now : undefined;
        },
        { what: `${label} to be ${state}` },
      ),
    describe: async (label, settings) => {
      const response = await send(`${mock.url}/_mock/accounts`, {
        method: 'POST',
        body: JSON.stringify({ key: `mk_${label}`, ...settings }),
      });
      expect(response.status, response.text).toBe(200);
    },
    advanceMock: async (ms) => {
      const body = JSON.stringify({ advance: ms });
      const response = await send(`${mock.url}/_mock/clock`, { method: 'POST', body });
      expect(response.status, response.text).toBe(200);
    },
    begin: async (prompt) => taskOf(await user.create(smallest(prompt))).id,
    job: async (id) => {
      const response = await world.admin('GET', `jobs/${id}`);
      const text = response.text.replaceAll(
        /\bac_[0-9a-z]+/g,
        (found) => labels.get(found) ?? found,
      );
      return jobSchema.parse(JSON.parse(text));
    },
    takers: (text, count = 1) =>
      eventually(
        async () => {
          const { accepted, jobs } = await ledger(text);
          if (accepted < count) return undefined;
          return jobs.map((job) => job.account.replace('mk_', '')).toSorted();
        },
        { what: `${count} × ${text} to be accepted` },
      ),
    ledger,
    stop: async () => {
      await world.stop();
      await mock.close();
      await folder.dispose();
    },
  };
}
