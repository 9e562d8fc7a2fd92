import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { adminView } from '../admin-view.ts';
import { startGatewayProcess } from '../crash-harness.ts';
import { CrashScene, settledJobs } from '../crash-scene.ts';
import { requireTracing } from '../power-loss/tracing.ts';
import { checkDatabase } from './check-database.ts';
import { describeInjection, failedOn, type Injection, injectCommand } from './injection.ts';

const injections: readonly Injection[] = [
  // Spread over a run, so that each failure hits another call and the call after it succeeds.
  { call: 'fsync', error: 'EIO', at: 13, every: 11 },
  { call: 'pwrite64', error: 'EIO', at: 43, every: 53 },
  { call: 'pwrite64', error: 'ENOSPC', at: 41, every: 47 },
  // The first of a thread may be the baseline that the opening writes; each of four threads has some.
  { call: 'rename', error: 'EIO', at: 2, every: 2 },
  // Once.
  { call: 'fsync', error: 'EIO', at: 15 },
  // Until the process ends.
  { call: 'fsync', error: 'EIO', at: 17, every: 'call' },
  { call: 'pwrite64', error: 'ENOSPC', at: 90, every: 'call' },
  { call: 'rename', error: 'ENOSPC', at: 2, every: 'call' },
];

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** Time in which the steps after the responses may continue to fail, in ms. */
const runOnMs = 1_500;
const checkEveryMs = 20;

const acceptedSchema = z.object({ id: z.string(), status: z.string() });
const refusedSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** A task in a response; null for a 503 in the shape of the contract. Any other response is an error. */
type Created = { readonly id: string; readonly isNew: boolean } | null;

/** Tasks of one run, requested repeatedly with the same keys. */
class Caller {
  readonly #key: string;
  readonly #run: string;

  constructor(key: string, run: string) {
    this.#key = key;
    this.#run = run;
  }

  async create(url: string, name: string): Promise<Created> {
    const prompt = `${this.#run}, ${name} [[mock:run=0s,queue=0s,findable]]`;
    const result = await fetch(`${url}/v1/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
    });
    const body: unknown = await result.json();
    if (result.status === 503) {
      refusedSchema.parse(body);
      return null;
    }
    expect([200, 202], JSON.stringify(body)).toContain(result.status);
    return { id: acceptedSchema.parse(body).id, isNew: result.status === 202 };
  }

  async createAll(url: string): Promise<readonly Created[]> {
    const results: Created[] = [];
    for (const name of names) results.push(await this.create(url, name));
    return results;
  }

  /** Waits until all these are delivered, or their time has passed. */
  async runOn(url: string, results: readonly Created[]): Promise<void> {
    const until = performance.now() + runOnMs;
    for (const result of results) {
      if (result === null) continue;
      while (performance.now() < until) {
        const headers = { authorization: `Bearer ${this.#key}` };
        const read = await fetch(`${url}/v1/videos/${result.id}`, { headers });
        const task = acceptedSchema.safeParse(await read.json());
        if (task.success && task.data.status === 'completed') break;
        await new Promise((resolve) => {
          setTimeout(resolve, checkEveryMs);
        });
      }
    }
  }
}

describe('a gateway whose system calls fail', () => {
  let scene: CrashScene;

  beforeAll(async () => {
    await requireTracing();
    scene = await CrashScene.open(4);
  }, 120_000);
  afterAll(() => scene.close());

  /** Responses of a gateway whose calls fail, until it is killed. */
  async function runFailing(
    dataDirectory: string,
    { caller, injection }: { readonly caller: Caller; readonly injection: Injection },
  ): Promise<readonly Created[]> {
    const traceFile = join(dataDirectory, 'trace');
    const gateway = await startGatewayProcess({
      dataDirectory,
      mockUrl: scene.mock.url,
      under: injectCommand(injection, traceFile),
    });
    try {
      const results = await caller.createAll(gateway.tasksUrl);
      await caller.runOn(gateway.tasksUrl, results);
      expect(await failedOn(traceFile, dataDirectory)).not.toEqual([]);
      return results;
    } finally {
      await gateway.child.stop('SIGKILL');
    }
  }

  const runs = injections.map((injection, index) => ({
    run: describeInjection(injection),
    injection,
    tags: index === 0 ? 'sampled' : 'long',
  }));

  describe.each(runs)('by $run', ({ run, injection, tags }) => {
    it('[invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i3-one-job-per-key][invariants.i4-ledger-balanced][invariants.i6-unknown-not-resubmitted][invariants.i7-completed-on-disk][invariants.i14-heals][system-calls.running] nothing answered is lost, and nothing is paid twice', {
      timeout: 120_000,
      tags,
    }, async () => {
      const { path, dispose } = await scene.newData();
      try {
        const caller = new Caller(scene.user.key, run);
        const first = await runFailing(path, { caller, injection });
        const gateway = await scene.start(path);
        const again = await caller.createAll(gateway.tasksUrl);
        for (const [index, result] of first.entries()) {
          if (result !== null) expect(again[index]).toEqual({ id: result.id, isNew: false });
        }
        const admin = await adminView(gateway.localUrl);
        const jobs = await settledJobs(admin, names.length);
        const truth = await scene.mock.ledger(run);
        const unknown = jobs.filter(({ state }) => state === 'outcome_unknown');
        // Recorded, and killed before the send: unknown to the provider.
        expect(truth.accepted).toBe(names.length - unknown.length);
        const submitted = truth.jobs.map(({ correlation_id: id }) => id.split('.')[0]);
        expect(new Set(submitted).size).toBe(submitted.length);
        const [{ price } = { price: 0 }] = jobs;
        const { usage } = await admin.user(scene.user.id);
        const held = price * unknown.length;
        expect(usage).toEqual({ used: price * truth.accepted, reserved: 0, held });
        for (const { id, state } of jobs) {
          if (state === 'outcome_unknown') continue;
          expect(state).toBe('completed');
          const { digest, named } = await scene.download(gateway.tasksUrl, id);
          expect(named).toBe(digest);
        }
        await gateway.child.stop('SIGTERM');
        expect(checkDatabase(path)).toEqual([]);
      } finally {
        await dispose();
      }
    });
  });
});
