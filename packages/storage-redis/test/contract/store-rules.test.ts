import { randomInt, randomUUID } from 'node:crypto';
import { createJobFactory, createMemoryStorage, createSeededRandom } from '@filmgate/conformance';
import {
  type AccountProbe,
  type AccountSettings,
  type AdmissionFacts,
  type CommitInput,
  isFinal,
  type Job,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { accountIds, Chance, randomChange } from '../support/random-change.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const stepsPerHistory = 256;

const owner = 'user:u-1';
const began = 1_750_000_000_000;

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.stop());

/** Histories run concurrently, since each waits for its server. A few are always the same, many differ each time. */
describe.each([
  { histories: 10, seed: 1, tags: 'sampled' },
  {
    histories: 40,
    seed: Number(process.env['FILMGATE_TEST_SEED'] ?? randomInt(2 ** 31)),
    tags: 'long',
  },
])('[providers.money.one-rule] money and slots in Redis (FILMGATE_TEST_SEED=$seed)', (sample) => {
  const { histories, seed, tags } = sample;

  it('follow the rules of the core: the same histories, the same outcomes and balances', {
    tags,
    timeout: 120_000,
  }, async () => {
    const reported = await Promise.all(
      Array.from({ length: histories }, (_, index) => compareHistory(seed + index)),
    );
    const counted = new Map<string, number>();
    for (const kind of reported.flat()) counted.set(kind, (counted.get(kind) ?? 0) + 1);
    expect(reported.flat()).toHaveLength(histories * stepsPerHistory);
    // Every kind of outcome occurred often, so that a rule that differs in one of them is found.
    for (const kind of ['committed', 'fault', 'slot-taken', 'credits-reserved', 'quota-exhausted'])
      expect(counted.get(kind) ?? 0, kind).toBeGreaterThanOrEqual(1.25 * histories);
  });
});

/** Outcomes of the steps of one history. */
async function compareHistory(historySeed: number): Promise<readonly string[]> {
  const inRedis = await createRedisStorage({ url: server.url, prefix: `rules-${randomUUID()}` });
  const inMemory = createMemoryStorage();
  try {
    const history = new History(new Chance(createSeededRandom(historySeed)));
    const reported: string[] = [];
    for (const act of history.opening()) await compare(act, inMemory, inRedis, historySeed);
    for (let step = 0; step < stepsPerHistory; step += 1) {
      const act = await history.next(inMemory);
      reported.push(await compare(act, inMemory, inRedis, historySeed));
    }
    return reported;
  } finally {
    await inRedis.close();
  }
}

type Act = (bundle: StorageBundle) => Promise<string>;

async function compare(
  act: Act,
  inMemory: StorageBundle,
  inRedis: StorageBundle,
  historySeed: number,
): Promise<string> {
  const expected = await act(inMemory);
  const reported = await act(inRedis);
  const is = await inRedis.reader.admissionFacts(owner);
  const should = await inMemory.reader.admissionFacts(owner);
  const shown = ({ usage, loads }: AdmissionFacts) => ({ seed: historySeed, usage, loads });
  expect({ ...shown(is), reported }).toEqual({ ...shown(should), reported: expected });
  return reported;
}

/** One random life of a small store. */
class History {
  readonly #chance: Chance;
  readonly #make = createJobFactory();
  readonly #jobs: string[] = [];
  #now = began;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  opening(): readonly Act[] {
    const user = async ({ apiUsers }: StorageBundle) => {
      const named = { id: 'u-1', name: 'u-1', keyDigest: 'd', keyHint: 'h' };
      await apiUsers.create({ ...named, totalLimit: 60, now: began });
      return 'created';
    };
    return [user, ...accountIds.slice(0, 3).map((id) => this.#add(id))];
  }

  /** The next act, chosen by the state of the store. */
  async next(bundle: StorageBundle): Promise<Act> {
    // Now and then, time moves to another day.
    this.#now += this.#chance.once(60) ? 20 * 3_600_000 : this.#chance.below(3);
    const open = await this.#openJobs(bundle);
    const kind = this.#chance.below(20);
    if (open.length < 3 || kind === 0) return this.#accept();
    if (kind === 1) return this.#edit();
    if (kind === 2) return this.#probe();
    const job = open[this.#chance.below(open.length)];
    return job === undefined ? this.#accept() : this.#commit(job);
  }

  async #openJobs({ reader }: StorageBundle): Promise<readonly Job[]> {
    const jobs = await Promise.all(this.#jobs.slice(-6).map((id) => reader.find(id)));
    return jobs.filter((job) => job !== undefined).filter((job) => !isFinal(job.state));
  }

  #add(id: string): Act {
    // The provider's balance counts for `b-1`, the operator's statement for the others.
    const settings = { label: id, concurrency: 2, ...(id === 'b-1' ? {} : { credits: 20 }) };
    const added = { id, endpoint: id.slice(0, 1), settings, now: began };
    return async ({ accounts }) => (await accounts.add(added)).kind;
  }

  #accept(): Act {
    const now = this.#now;
    const job = this.#make.newJob({ owner, cost: this.#chance.below(9), now });
    this.#jobs.push(job.id);
    const input = { job, idempotency: null, queueLimit: 1_000, now };
    return async ({ jobs }) => (await jobs.acceptJob(input)).kind;
  }

  #edit(): Act {
    const chance = this.#chance;
    const id = chance.of(['a-1', 'a-2', 'gone']);
    const settings: AccountSettings = chance.of([
      { credits: chance.below(16) },
      { credits: chance.once(4) ? null : 30 },
      { concurrency: 1 + chance.below(3) },
      { budget: { amount: chance.below(60), per: chance.of(['ever', 'day', 'month']) } },
      { budget: null },
      { enabled: chance.once(4) },
      { enabled: true },
      { sealedSecret: 'sealed' },
    ]);
    const edit = { id, settings, now: this.#now };
    return async ({ accounts }) => (await accounts.edit(edit)).kind;
  }

  #probe(): Act {
    const chance = this.#chance;
    const id = chance.of(['a-1', 'b-1', 'b-1', 'gone']);
    const credits = chance.once(4) ? null : chance.below(16);
    const askedAt = this.#now - chance.below(3);
    const now = this.#now;
    const isTest = chance.once(8);
    const uncounted = chance.once(3) ? chance.below(9) - 4 : 0;
    return async ({ accounts }) => {
      const { movedCredits = 0 } = (await accounts.find(id)) ?? {};
      const probe: AccountProbe = {
        ...{ kind: 'ready', credits },
        ...(isTest && { isTest: true }),
        ...(uncounted !== 0 && { uncounted }),
      };
      await accounts.recordProbe({ id, probe, askedAt, movedCredits, now });
      return 'noted';
    };
  }

  #commit(from: Job): Act {
    const { next, effects } = randomChange(this.#chance, from, this.#now);
    const lease = 'release' as const;
    const input: CommitInput = { claim: null, from, next, effects, lease, now: this.#now };
    return async ({ jobs }) => {
      try {
        return (await jobs.commit(input)).kind;
      } catch (error) {
        if (error instanceof StorageUnavailable) return 'fault';
        throw error;
      }
    };
  }
}
