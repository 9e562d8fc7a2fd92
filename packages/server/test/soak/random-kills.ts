import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSeededRandom } from '@filmgate/conformance';
import { type AdminJob, type AdminView, adminView } from '../fault/admin-view.ts';
import type { MockTruth } from '../fault/crash-harness.ts';
import { CrashScene, settledJobs } from '../fault/crash-scene.ts';

/**
 * Kills a gateway at random moments, again and again, and lets the mock's ledger judge what became of the jobs.
 * `npm run soak -- --minutes 2 --seed 7`. Ends with 0 when every promise was kept, with 1 and a list when not. The
 * seed repeats what is asked and when the kills come; what the kills meet is up to the machine.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0 && minutes <= 600) || !Number.isSafeInteger(seed)) {
  throw new Error('--minutes is a number up to 600, --seed a whole number');
}

const random = createSeededRandom(seed);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const tokens = [
  '',
  '',
  '',
  'lost-response',
  'fail=internal',
  'poll-500=2',
  'status-404=2',
  'refuse=400',
];
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
  const lives = 1 + upTo(mostLives - 1);
  const ask = async (tasksUrl: string, life: number, index: number): Promise<void> => {
    const token = tokens[upTo(tokens.length - 1)] ?? '';
    const behaviour = ['queue=0s', `run=${upTo(300)}s`, token].filter((part) => part !== '');
    const key = `${name}-${upTo(life)}-${index}`;
    const prompt = `${key} [[mock:${behaviour.join(',')}]]`;
    const answer = await scene.create(tasksUrl, { prompt, key }).catch(() => undefined);
    if (answer !== undefined && answer.status < 300) promised.add(answer.id);
  };
  try {
    for (let life = 0; life < lives; life += 1) {
      const gateway = await scene.start(path);
      const count = upTo(mostJobsOfALife);
      const asking = Array.from({ length: count }, (_, index) =>
        ask(gateway.tasksUrl, life, index),
      );
      await pause(upTo(longestLifeMs));
      await gateway.child.stop(random() < 0.85 ? 'SIGKILL' : 'SIGTERM');
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

async function soak(): Promise<number> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}, ${minutes} min`);
  const until = performance.now() + minutes * 60_000;
  const scene = await CrashScene.open(accountConcurrency);
  const problems: string[] = [];
  const total = { rounds: 0, kills: 0, jobs: 0, unknown: 0 };
  try {
    while (performance.now() < until) {
      total.rounds += 1;
      const round = await playRound(scene, `soak-${seed}-${total.rounds}`);
      total.kills += round.kills;
      total.jobs += round.jobs.length;
      total.unknown += round.jobs.filter(({ state }) => state === 'outcome_unknown').length;
      problems.push(...broken(round).map((problem) => `round ${total.rounds}: ${problem}`));
    }
  } finally {
    await scene.close();
  }
  const { rounds, kills, jobs, unknown } = total;
  say(`${rounds} rounds, ${kills} kills, ${jobs} jobs, ${unknown} of them unknown`);
  for (const problem of problems) say(problem);
  say(problems.length === 0 ? `every promise kept` : `BROKEN: repeat with --seed ${seed}`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await soak();
