/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededRandom, type Program, spawnProgram } from '@filmgate/conformance';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type Acknowledged, readAcknowledged } from '../support/acknowledged.ts';
import { auditStore } from '../support/audit-store.ts';
import { findLost } from '../support/find-lost.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const busyNode = new URL('../support/busy-node.ts', import.meta.url);

/** Slots of each of the two accounts. */
const concurrency = 12;

/** Maximum time until every open job has ended once the faults are over, in ms. */
const healWithinMs = 40_000;

const prefix = 'sweep';
let server: RedisServer;
let folder: string;

beforeEach(async () => {
  server = await startRedisServer();
  folder = mkdtempSync(join(tmpdir(), 'filmgate-sweep-'));
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Nodes in separate processes, with everything acknowledged to them. */
class Fleet {
  readonly facts: Acknowledged[] = [];
  readonly #running = new Set<Program>();
  readonly #working = new Set<Program>();
  readonly #readings: Promise<void>[] = [];
  #started = 0;

  start(role: 'accepting' | 'advancing'): Program {
    this.#started += 1;
    // Compiling their modules takes longer than most nodes live.
    const cache = `export NODE_COMPILE_CACHE='${join(folder, 'compiled')}'`;
    const node = spawnProgram({
      program: busyNode,
      args: [server.url, prefix, String(this.#started), role],
      before: cache,
    });
    this.#running.add(node);
    this.#readings.push(this.#listen(node));
    return node;
  }

  /** Resolves once each node has opened the store: a node that finds no server as it starts rightly ends. */
  async working(): Promise<void> {
    const isWorking = () => [...this.#running].every((node) => this.#working.has(node));
    await expect.poll(isWorking, { timeout: 30_000 }).toBe(true);
  }

  /** Resolves once `count` more facts were acknowledged. */
  async acknowledged(count: number): Promise<void> {
    const wanted = this.facts.length + count;
    await expect.poll(() => this.facts.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted);
  }

  async kill(node: Program): Promise<void> {
    node.kill('SIGKILL');
    expect(await node.ended()).toMatchObject({ errors: '' });
    this.#running.delete(node);
  }

  async killAll(): Promise<void> {
    for (const node of this.#running) await this.kill(node);
    await Promise.all(this.#readings);
  }

  async #listen(node: Program): Promise<void> {
    for await (const line of node.lines) {
      this.#working.add(node);
      const fact = readAcknowledged(line);
      if (fact !== undefined) this.facts.push(fact);
    }
  }
}

async function furnish(): Promise<void> {
  const store = await createRedisStorage({ url: server.url, prefix });
  for (const id of ['account-1', 'account-2']) {
    const settings = { label: id, concurrency, credits: 1_000_000 };
    await store.accounts.add({ id, endpoint: 'mock', settings, now: 1 });
  }
  await store.close();
}

/** One node brings everything to its end; then nothing may be lost, sent twice, or contradictory. */
async function check(fleet: Fleet): Promise<void> {
  const store = await createRedisStorage({ url: server.url, prefix });
  fleet.start('advancing');
  const open = async () => {
    const { byState } = await store.reader.depth();
    return Object.entries(byState).filter(([state, count]) => {
      const isOver = state === 'completed' || state === 'failed';
      return !isOver && count > 0;
    });
  };
  await expect.poll(open, { timeout: healWithinMs }).toEqual([]);
  await fleet.killAll();
  expect(await auditStore(await server.admin(), prefix)).toEqual([]);
  expect(await findLost(store, fleet.facts)).toEqual([]);
  for (const { busy, reservedCredits, heldCredits, takenCredits } of await store.accounts.loads())
    expect([busy, reservedCredits, heldCredits, takenCredits]).toEqual([0, 0, 0, 0]);
  await store.close();
  const kinds = new Set(fleet.facts.map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual(['job', 'receipt', 'removed', 'sent']);
}

it('[invariants.i1-one-submission] [invariants.i3-one-job-per-key] [invariants.i4-ledger-balanced] nodes killed at any instruction send nothing twice and lose nothing that was acknowledged', async () => {
  await furnish();
  const fleet = new Fleet();
  const random = createSeededRandom(11);
  let nodes = [fleet.start('accepting'), fleet.start('accepting')];
  for (let kills = 0; kills < 12; kills += 1) {
    await fleet.acknowledged(20 + Math.floor(random() ** 2 * 500));
    const [doomed, ...others] = nodes;
    if (doomed === undefined) break;
    await fleet.kill(doomed);
    nodes = [...others, fleet.start('accepting')];
  }
  await fleet.killAll();
  expect(await auditStore(await server.admin(), prefix)).toEqual([]);
  await check(fleet);
}, 180_000);

it('[invariants.i2-accepted-survives] a server killed under load and started again with its file has everything it acknowledged', async () => {
  await furnish();
  const fleet = new Fleet();
  fleet.start('accepting');
  fleet.start('accepting');
  await fleet.working();
  for (let kills = 0; kills < 6; kills += 1) {
    await fleet.acknowledged(300);
    await server.restart('kept');
  }
  await fleet.acknowledged(300);
  await fleet.killAll();
  expect(await auditStore(await server.admin(), prefix)).toEqual([]);
  await check(fleet);
}, 180_000);
