import { acceptanceStep, isFinal, type Job, paidFor, readTrail, spendOf } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { decodeJob } from '../../src/jobs/decode-job.ts';
import { readStoredStep } from '../../src/jobs/trail-steps.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { KeySpace } from '../../src/keys/key-space.ts';
import { listMember } from '../../src/lists/read-page.ts';
import { auditSignatures } from './audit-signatures.ts';

/** A stored job with the values by which scripts know it. */
interface StoredJob {
  readonly job: Job;
  readonly position: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * All contradictions in the store, as sentences: sums that are not those of the jobs (I4, I10), dispatch records
 * without their correlation or twice (I1), keys that lead nowhere (I3), jobs that are in no list, in two, or can never
 * be claimed (I14), jobs no search would find.
 */
export async function auditStore(redis: Redis, prefix: string): Promise<readonly string[]> {
  const audit = new Audit(redis, new KeySpace(prefix));
  return await audit.run();
}

class Audit {
  readonly #redis: Redis;
  readonly #space: KeySpace;
  readonly #keys: JobKeys;
  readonly #breaches: string[] = [];

  constructor(redis: Redis, space: KeySpace) {
    this.#redis = redis;
    this.#space = space;
    this.#keys = new JobKeys(space);
  }

  async run(): Promise<readonly string[]> {
    const jobs = await this.#readJobs();
    await this.#checkLists(jobs);
    await this.#checkSums(jobs);
    this.#breaches.push(...(await auditSignatures(this.#redis, this.#keys, jobs)));
    await this.#checkDispatches(jobs);
    await this.#checkKeys(jobs);
    await this.#checkSchedule(jobs);
    await this.#checkTrails(jobs);
    return this.#breaches;
  }

  #equal(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) this.#breaches.push(`${what}: ${is}, not ${should}`);
  }

  async #keysUnder(...parts: readonly [string, ...string[]]): Promise<readonly string[]> {
    const found = new Set<string>();
    const match = `${this.#space.of(...parts)}*`;
    for await (const keys of this.#redis.scanStream({ match, count: 1000 }))
      for (const key of keys) found.add(String(key));
    return [...found];
  }

  async #readJobs(): Promise<readonly StoredJob[]> {
    const prefix = this.#keys.job('');
    const keys = await this.#keysUnder('job', '');
    const records = await Promise.all(keys.map((key) => this.#redis.hgetall(key)));
    return records.map((fields, index) => {
      const id = (keys[index] ?? '').slice(prefix.length);
      const { h: head = '', m: status = '', s: request = '', c: changing = '' } = fields;
      const job = decodeJob(id, { head, status, request, changing });
      const [position = '', , , , , , , key = ''] = head.split('\n');
      return { job, position, key, fields };
    });
  }

  async #checkLists(jobs: readonly StoredJob[]): Promise<void> {
    const expected = new Map<string, string[]>();
    const add = (key: string, member: string, score: number) => {
      expected.set(key, [...(expected.get(key) ?? []), `${member} ${String(score)}`]);
    };
    for (const stored of jobs) {
      const { job } = stored;
      add(this.#keys.list(job.state), memberOf(stored), job.createdAt);
      add(this.#keys.ownerList(job.state, job.owner), memberOf(stored), job.createdAt);
      add(this.#keys.modelList(job.request.model), memberOf(stored), job.createdAt);
      if (job.accountId !== null)
        add(this.#keys.accountList(job.accountId), memberOf(stored), job.createdAt);
      const { changedOpen, changedFinal } = this.#keys;
      const changed = isFinal(job.state) ? changedFinal : changedOpen;
      add(changed, `${memberOf(stored)}\n${job.owner}`, job.updatedAt);
    }
    const lists = [
      ...(await this.#keysUnder('list', '')),
      ...(await this.#keysUnder('changed', '')),
      ...(await this.#keysUnder('model-list', '')),
      ...(await this.#keysUnder('account-list', '')),
    ];
    for (const key of new Set([...lists, ...expected.keys()])) {
      const members = await this.#scores(key);
      const is = [...members].map(([member, score]) => `${member} ${String(score)}`);
      this.#equal(key, is.toSorted(), (expected.get(key) ?? []).toSorted());
    }
  }

  async #scores(key: string): Promise<ReadonlyMap<string, number>> {
    const words = await this.#redis.zrange(key, '0', '-1', 'WITHSCORES');
    return new Map(
      words.flatMap((member, index) =>
        index % 2 === 0 ? [[member, Number(words[index + 1])] as const] : [],
      ),
    );
  }

  async #checkSums(jobs: readonly StoredJob[]): Promise<void> {
    const { accounts, families, references } = this.#keys;
    const use = new Sums();
    const waiting = new Sums();
    const referred = new Sums();
    for (const { job } of jobs) {
      adjustAccount(use, job);
      if (job.state === 'queued') {
        waiting.add(`jobs:${job.request.family}`, 1);
        waiting.add(`credits:${job.request.family}`, job.price);
      }
      if (isFinal(job.state)) continue;
      for (const { assetId, sha256 } of job.request.references) {
        if (assetId !== null) referred.add(`asset:${assetId}`, 1);
        referred.add(`digest:${sha256}`, 1);
      }
    }
    const isUse = (field: string) => /^(?:jobs|busy|reserved|held|taken)\n/.test(field);
    this.#equal('use of accounts', await this.#sumsIn(accounts, isUse), use.sorted());
    const isSum = (field: string) => !field.startsWith('index:');
    this.#equal('families', await this.#sumsIn(families, isSum), waiting.sorted());
    this.#equal('references', await this.#sumsIn(references, () => true), referred.sorted());
    await this.#checkOwners(jobs);
  }

  async #checkOwners(jobs: readonly StoredJob[]): Promise<void> {
    const prefix = this.#keys.owner('');
    for (const key of await this.#keysUnder('owner', '')) {
      const owner = key.slice(prefix.length);
      const mine = jobs.filter(({ job }) => job.owner === owner);
      const sum = (quota: Job['quota']) =>
        mine.reduce((total, { job }) => total + (job.quota === quota ? job.price : 0), 0);
      const { used = 0, reserved = 0, held = 0 } = await this.#redis.hgetall(key);
      this.#equal(`reserved and held of ${owner}`, [reserved, held].map(Number), [
        sum('reserved'),
        sum('held'),
      ]);
      if (Number(used) < sum('settled')) this.#breaches.push(`${owner} used less than its jobs`);
    }
  }

  async #sumsIn(key: string, isOne: (field: string) => boolean) {
    const fields = Object.entries(await this.#redis.hgetall(key));
    return fields
      .filter(([field, sum]) => isOne(field) && Number(sum) !== 0)
      .map(([field, sum]) => [field, Number(sum)])
      .toSorted();
  }

  async #checkDispatches(jobs: readonly StoredJob[]): Promise<void> {
    const dispatches = jobs.flatMap(({ job, fields }) =>
      Object.entries(fields).flatMap(([field, text]) =>
        /^k\d+$/.test(field) ? [[text.split('\n', 1)[0], `${job.id}\n${field.slice(1)}`]] : [],
      ),
    );
    const correlations = Object.entries(await this.#redis.hgetall(this.#keys.correlations));
    this.#equal('dispatch records', correlations.toSorted(), dispatches.toSorted());
    const claims = jobs.flatMap(({ job, fields }) =>
      Object.entries(fields).flatMap(([field, claim]) =>
        /^d\d+$/.test(field) ? [[claim, `${job.id}\n${field.slice(1)}`]] : [],
      ),
    );
    const { complete: _, ...handles } = await this.#redis.hgetall(this.#keys.handles);
    this.#equal('handles', Object.entries(handles).toSorted(), claims.toSorted());
  }

  async #checkKeys(jobs: readonly StoredJob[]): Promise<void> {
    const claimed = Object.entries(await this.#redis.hgetall(this.#keys.idempotency));
    const is = claimed.map(([key, text]) => [key, text.split('\n', 1)[0]]);
    const keyed = jobs.filter(({ key }) => key !== '' && !key.startsWith('~'));
    const should = keyed.map(({ job, key }) => [key, job.id]);
    this.#equal('idempotency keys', is.toSorted(), should.toSorted());
    const contents = await this.#redis.zrange(this.#keys.contents, '0', '-1');
    const keyless = jobs.filter(({ key }) => key.startsWith('~'));
    this.#equal(
      'contents',
      contents.map((member) => member.replace(/^(~.{22})\d{12}/, '$1 ')).toSorted(),
      keyless.map(({ job, key }) => `${key} ${job.id}`).toSorted(),
    );
  }

  async #checkSchedule(jobs: readonly StoredJob[]): Promise<void> {
    const { due, asleep, ready, readyDue, turns, awaiting, leases } = this.#keys;
    const [continuing, sleeping, readyNow] = await Promise.all([
      this.#scores(due),
      this.#scores(asleep),
      this.#scores(readyDue),
    ]);
    this.#equal('ready', [...(await this.#scores(ready)).keys()], [...readyNow.keys()].toSorted());
    const inTurn = await this.#scores(turns);
    for (const member of readyNow.keys()) {
      const [family = '', owner = ''] = member.split('\n');
      if (!inTurn.has(`${family}\n${owner}`)) this.#breaches.push(`no turn for ${member}`);
    }
    const held = await this.#redis.hgetall(leases);
    const waits: string[] = [];
    for (const stored of jobs) {
      const { job } = stored;
      const [, ends = '-', , , ...rest] = (held[job.id] ?? '').split(' ');
      const start = startMemberOf(stored);
      const at = [continuing.get(job.id), sleeping.get(start), readyNow.get(start)];
      const instants = at.filter((instant) => instant !== undefined);
      if (job.state === 'awaiting_configuration' && ends === '-') waits.push(start);
      if (isFinal(job.state)) this.#equal(`final ${job.id} is due`, [instants, rest], [[], []]);
      else if (ends !== '-') this.#equal(`lease of ${job.id}`, instants, [Number(ends)]);
      else if (instants.length > 1) this.#breaches.push(`${job.id} is due twice`);
      else if (instants.length === 0 && job.dueAt !== null)
        this.#breaches.push(`${job.id} (${job.state}) is never due`);
    }
    this.#equal('awaiting', (await this.#redis.smembers(awaiting)).toSorted(), waits.toSorted());
    const open = jobs.filter(({ job }) => !isFinal(job.state)).length;
    if (continuing.size + sleeping.size + readyNow.size > open)
      this.#breaches.push('something is due that is no open job');
  }

  async #checkTrails(jobs: readonly StoredJob[]): Promise<void> {
    const prefix = this.#keys.trail('');
    const byId = new Map(jobs.map(({ job }) => [job.id, job]));
    for (const key of await this.#keysUnder('trail', '')) {
      const job = byId.get(key.slice(prefix.length));
      if (job === undefined) {
        this.#breaches.push(`${key} is of no job`);
        continue;
      }
      const steps = await this.#redis.lrange(key, 0, -1);
      const accepted = acceptanceStep(job, job.createdAt);
      const closings = readTrail(
        accepted,
        steps.map((step) => readStoredStep(step, job.price)),
      )
        .flatMap(({ money }) => money)
        .filter(
          ({ ledger, move }) => ledger === 'quota' && (move === 'settle' || move === 'refund'),
        );
      const isClosed = job.quota === 'settled' || job.quota === 'released';
      this.#equal(`closings of ${job.id}`, closings.length, isClosed ? 1 : 0);
    }
  }
}

class Sums {
  readonly #sums = new Map<string, number>();

  add(name: string, amount: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + amount);
  }

  sorted() {
    return [...this.#sums].filter(([, sum]) => sum !== 0).toSorted();
  }
}

function adjustAccount(use: Sums, job: Job): void {
  const { accountId: id, credit } = job;
  if (id === null) return;
  const isOpen = !isFinal(job.state);
  if (isOpen) use.add(`jobs\n${id}`, 1);
  if (isOpen && job.credit === 'settled') use.add(`taken\n${id}`, paidFor(job));
  if (job.holdsSlot) use.add(`busy\n${id}`, 1);
  const { estimate } = spendOf(job);
  if (credit === 'reserved' || credit === 'held') use.add(`${credit}\n${id}`, estimate);
}

function memberOf({ job, position }: StoredJob): string {
  return listMember(Number(position), job.surface, job.id);
}

function startMemberOf({ job, position }: StoredJob): string {
  return [job.request.family, job.owner, position.padStart(12, '0'), job.id].join('\n');
}
