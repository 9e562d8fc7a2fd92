import { setTimeout as pause } from 'node:timers/promises';
import { type AdminJob, type AdminView, adminView } from '../fault/admin-view.ts';
import type { MockTruth } from '../fault/crash-harness.ts';
import { CrashScene, settledJobs } from '../fault/crash-scene.ts';
import { Soak } from './soak.ts';

/**
 * Kills a gateway at random moments, again and again, and lets the mock's ledger judge what became of the jobs.
 * `npm run soak -- --minutes 2 --seed 7`.
 */
const soak = new Soak(2);

const mostLives = 6;
const mostJobsOfALife = 8;
const longestLifeMs = 400;
/** Unknown jobs keep their slots for a quarter of an hour; there must be enough for all others. */
const accountConcurrency = 500;

interface Round {
  readonly jobs: readonly AdminJob[];
  readonly truth: MockTruth;
  /** Ids the gateway answered a creation with. */
  readonly promised: readonly string[];
  readonly kills: number;
  readonly usage: Awaited<ReturnType<AdminView['user']>>['usage'];
}

async function playRound(scene: CrashScene, name: string): Promise<Round> {
  const { path, dispose } = await scene.newData();
  const promised = new Set<string>();
  const lives = 1 + soak.upTo(mostLives - 1);
  const ask = async (tasksUrl: string, life: number, index: number): Promise<void> => {
    const key = `${name}-${soak.upTo(life)}-${index}`;
    const prompt = `${key} ${soak.behaviour(300)}`;
    const answer = await scene.create(tasksUrl, { prompt, key }).catch(() => undefined);
    if (answer !== undefined && answer.status < 300) promised.add(answer.id);
  };
  try {
    for (let life = 0; life < lives; life += 1) {
      const gateway = await scene.start(path);
      const count = soak.upTo(mostJobsOfALife);
      const asking = Array.from({ length: count }, (_, index) =>
        ask(gateway.tasksUrl, life, index),
      );
      await pause(soak.upTo(longestLifeMs));
      await gateway.child.stop(soak.chance(0.85) ? 'SIGKILL' : 'SIGTERM');
      await Promise.all(asking);
    }
    const last = await scene.start(path);
    const admin = await adminView(last.localUrl);
    const jobs = await settledJobs(admin, (await admin.jobs()).length);
    const { usage } = await admin.user(scene.user.id);
    const truth = await scene.mock.ledger(`${name}-`);
    await last.child.stop('SIGTERM');
    return { jobs, truth, promised: [...promised], kills: lives, usage };
  } finally {
    await dispose();
  }
}

/** Every promise a round broke, in words. */
function broken({ jobs, truth, promised, usage }: Round): readonly string[] {
  const ids = new Set(jobs.map(({ id }) => id));
  const submissions = truth.jobs.map(({ correlation_id: id, state }) => ({
    job: id.split('.')[0] ?? '',
    state,
  }));
  const accepted = new Set(submissions.map(({ job }) => job));
  const costOf = (...states: readonly string[]): number =>
    jobs.filter(({ state }) => states.includes(state)).reduce((sum, { cost }) => sum + cost, 0);
  const found: string[] = [];
  if (accepted.size !== submissions.length) found.push('a job was submitted twice (I1)');
  for (const id of promised) if (!ids.has(id)) found.push(`${id} was promised and is gone (I2)`);
  for (const job of accepted)
    if (!ids.has(job)) found.push(`${job} was paid for and is gone (I14)`);
  for (const { id, state } of jobs) {
    const done = submissions.some((one) => one.job === id && one.state === 'completed');
    if (state === 'completed' && !done) found.push(`${id} completed out of nothing (I7)`);
    if (state === 'failed' && done)
      found.push(`${id} failed, and the upstream made its video (I5)`);
  }
  const { used, reserved, held } = usage;
  if (used !== costOf('completed'))
    found.push(`used is ${used}, delivered ${costOf('completed')} (I4)`);
  if (reserved !== 0) found.push(`${reserved} credits are still reserved (I4)`);
  if (held !== costOf('outcome_unknown')) found.push(`held is ${held} (I4)`);
  return found;
}

const scene = await CrashScene.open(accountConcurrency);
try {
  process.exitCode = await soak.play(async (index) => {
    const round = await playRound(scene, `soak-${soak.seed}-${index}`);
    const unknown = round.jobs.filter(({ state }) => state === 'outcome_unknown').length;
    return {
      said: `${round.kills} kills, ${round.jobs.length} jobs, ${unknown} of them unknown`,
      problems: broken(round),
    };
  });
} finally {
  await scene.close();
}
