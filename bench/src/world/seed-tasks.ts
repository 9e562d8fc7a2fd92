import { existsSync, renameSync, writeFileSync } from 'node:fs';
import type { Job } from '@filmgate/core';
import type { SeedPlan } from '../servers/messages.ts';
import { addApiUser, type BenchGateway } from './bench-gateway.ts';
import { completed, failed, type JobChange, polling, queuedJob, usualResult } from './bench-job.ts';
import { createPromptMaker, readTaskBook, seedOfTasks, type TaskBook } from './prompt-maker.ts';

const owners = 100;
/** One owner holds every fifth task. */
const heavyOwnerEvery = 5;
/** Ended tasks per failed task. */
const failedEvery = 12;
const atOnce = 2_048;
const apartMs = 1_000;

/** Fills a store through its own port, unless an earlier run did; `bookFile` lists the content. */
export async function seedTasks(
  gateway: BenchGateway,
  plan: SeedPlan,
  bookFile: string,
): Promise<TaskBook> {
  if (existsSync(bookFile)) return readTaskBook(bookFile);
  const users = await Promise.all(
    Array.from({ length: owners }, (_, index) => addApiUser(gateway, `owner-${index}`)),
  );
  const ids: string[] = [];
  const ownerIndexes: number[] = [];
  const promptOf = createPromptMaker(seedOfTasks);
  const firstAt = Date.now() - plan.tasks * apartMs;
  for (let from = 0; from < plan.tasks; from += atOnce) {
    const jobs: Job[] = [];
    for (let index = from; index < Math.min(from + atOnce, plan.tasks); index += 1) {
      const ownerIndex = index % heavyOwnerEvery === 0 ? 0 : 1 + (index % (owners - 1));
      const owner = users[ownerIndex]?.owner ?? '';
      const id = `vt_${gateway.running.services.ids.next()}`;
      ids.push(id);
      ownerIndexes.push(ownerIndex);
      jobs.push(
        queuedJob({ id, owner, prompt: promptOf(index), createdAt: firstAt + index * apartMs }),
      );
    }
    await Promise.all(
      jobs.map((job, offset) => store(gateway, job, fateOf(job, from + offset, plan))),
    );
  }
  const book = { keys: users.map(({ key }) => key), ids, owners: ownerIndexes, open: plan.open };
  writeFileSync(`${bookFile}.new`, JSON.stringify(book));
  renameSync(`${bookFile}.new`, bookFile);
  return book;
}

function fateOf(job: Job, index: number, { tasks, open }: SeedPlan): JobChange | null {
  const now = job.createdAt + 60_000;
  if (index >= tasks - open) return index % 2 === 0 ? null : polling(job, now);
  return index % failedEvery === 0 ? failed(job, now) : completed(job, usualResult, now);
}

async function store({ storage }: BenchGateway, job: Job, change: JobChange | null): Promise<void> {
  const { jobs } = storage;
  const now = job.createdAt;
  const accepted = await jobs.acceptJob({
    job,
    idempotency: null,
    queueLimit: Number.MAX_SAFE_INTEGER,
    now,
  });
  if (accepted.kind !== 'accepted')
    throw new Error(`a seeded task was not accepted: ${accepted.kind}`);
  if (change === null) return;
  const { next, effects } = change;
  const from = accepted.job;
  const outcome = await jobs.commit({
    claim: null,
    from,
    next,
    effects,
    lease: 'release',
    now: next.updatedAt,
  });
  if (outcome.kind !== 'committed')
    throw new Error(`a seeded task was not changed: ${outcome.kind}`);
}
