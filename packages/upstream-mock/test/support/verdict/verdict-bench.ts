import { z } from 'zod';
import { type MockServer, startMockServer } from '../../../src/server/mock-server.ts';
import type { PersonalityName } from '../../../src/wires/personality-names.ts';
import type { LedgerView } from '../../../src/state/ledger.ts';
import { verdictSchema } from '../../../src/verdict/verdict-schema.ts';
import { beginning } from '../open-world.ts';
import { type CallHeaders, send, type WireResponse } from './send.ts';
import { limitedAccounts } from '../limited-accounts.ts';
import { readLedger } from '../read-ledger.ts';

const entrySchema = z.strictObject({
  id: z.int().positive(),
  at: z.iso.datetime(),
  real_at: z.iso.datetime(),
  wire: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.array(z.string()),
  op: z.string(),
  job: z.string().nullable(),
  logical_key: z.string().nullable(),
  attempt: z.int().nullable(),
  truth: z.string().nullable(),
  rule: z.strictObject({ name: z.string(), why: z.string() }).nullable(),
  reported: z
    .union([
      z.strictObject({ kind: z.literal('response'), status: z.int(), bytes: z.int() }),
      z.strictObject({ kind: z.enum(['reset', 'hang', 'fault']) }),
    ])
    .nullable(),
  retry_after_ms: z.number().nullable(),
  ended: z.enum(['sent', 'cut', 'reset', 'left']).nullable(),
  client: z.record(z.string(), z.string()),
});
const journalSchema = z.strictObject({
  entries: z.array(entrySchema),
  next: z.int(),
  evicted: z.int(),
});
export type Journal = z.infer<typeof journalSchema>;

/** A verdict with the ids of requests as evidence. */
export type BenchVerdict = ReturnType<typeof readVerdict>;

function readVerdict(body: unknown) {
  const { findings, ...verdict } = verdictSchema.parse(body);
  const shown = findings.map(({ evidence, ...found }) => ({
    ...found,
    evidence: evidence.map(({ request }) => request),
  }));
  return { ...verdict, findings: shown };
}

/** A mock on a stopped clock, with the calls of tests. */
export interface VerdictBench {
  readonly url: string;
  now(): number;
  advance(ms: number): void;
  /** A call to the mock's own wire, or to a whole path. */
  call(
    path: string,
    given?: { readonly body?: unknown; readonly headers?: CallHeaders },
  ): Promise<WireResponse>;
  /** Submits over the mock's own wire. */
  submit(name: string, given?: object, headers?: CallHeaders): Promise<WireResponse>;
  ledger(query?: string): Promise<LedgerView>;
  journal(query?: string): Promise<Journal>;
  verdict(query?: string): Promise<BenchVerdict>;
  /** The codes found, each as often as it was. */
  found(): Promise<readonly string[]>;
  /** The codes of undecided results. */
  undecided(): Promise<readonly string[]>;
  /** The id of the job that was accepted as the nth. */
  jobId(nth?: number): Promise<string>;
  control(path: string, body?: unknown): Promise<WireResponse>;
  close(): Promise<void>;
}

/** The body of a video of one second at the mock's own wire, which costs 1 credit and takes 2 s. */
export function ownBody(name: string, given: object = {}) {
  return {
    correlation_id: name,
    model: 'vm_std-2.0',
    media_type: 'video',
    prompt: `${name} [[mock:queue=1s,run=1s]]`,
    negative_prompt: null,
    duration: 1,
    aspect_ratio: '16:9',
    resolution: '480p',
    width: 64,
    height: 36,
    audio: false,
    references: [],
    ...given,
  };
}

export async function openVerdictBench(
  given: { readonly personalities?: readonly PersonalityName[]; readonly ledgerFile?: string } = {},
): Promise<VerdictBench> {
  let now = beginning;
  const listen = { host: '127.0.0.1', port: 0, control: true, accounts: limitedAccounts };
  const clock = { now: () => now, speed: 1, seed: 'seed' };
  const server: MockServer = await startMockServer({ ...listen, ...clock, ...given });
  const { url } = server;
  const call: VerdictBench['call'] = (path, { body, headers = {} } = {}) =>
    send(url + path, { body, headers: { authorization: 'Bearer key-1', ...headers } });
  const control = (path: string, body?: unknown) =>
    send(`${url}/_mock/${path}`, { body, headers: {} });
  const ledger = async (query = '') => readLedger((await control(`ledger${query}`)).body);
  const verdict = async (query = '') => readVerdict((await control(`verdict${query}`)).body);
  return {
    url,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    call,
    submit: (name, wanted = {}, headers = {}) =>
      call('/v1/generations', { body: ownBody(name, wanted), headers }),
    control,
    ledger,
    journal: async (query = '') => journalSchema.parse((await control(`journal${query}`)).body),
    verdict,
    found: async () => (await verdict()).findings.map(({ code }) => code),
    undecided: async () => (await verdict()).undecided.map(({ code }) => code),
    jobId: async (nth = 0) => String((await ledger()).jobs[nth]?.id),
    close: () => server.close(),
  };
}
