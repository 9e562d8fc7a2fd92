import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type AdminUser, adminView, type AdminView } from '../fault/admin-view.ts';
import { type CrashScene, poorLimit, type SceneUser } from '../fault/crash-scene.ts';
import { eventually } from '../http/eventually.ts';
import { brokenPromises, type Evidence, isOver } from './check-kills.ts';
import type { Soak, SoakRound } from './soak.ts';

/** Unknown jobs keep their slots for a quarter of an hour; enough must remain for all others. */
export const accountConcurrency = 500;

const mostLives = 6;
const fewestJobsOfALife = 3;
const moreJobsOfALife = 9;
const longestLifeMs = 400;
const patienceMs = 90_000;
const hourMs = 3_600_000;
/** Clock errors: slight, by time zones, by a summer. */
const offsMs = [0, 0, 20_000, -20_000, hourMs, -hourMs, 100 * 24 * hourMs] as const;

const preload = new URL('./shifted-clock.ts', import.meta.url);
const createdSchema = z.object({ id: z.string() });

/** All responses to callers in one round. */
class Callers {
  readonly promised = new Map<string, Set<string>>();
  refused = 0;

  async create(
    tasksUrl: string,
    {
      user,
      prompt,
      key,
    }: { readonly user: SceneUser; readonly prompt: string; readonly key: string },
  ): Promise<void> {
    const received = await fetch(`${tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${user.key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ prompt, seconds: 5, resolution: '720p' }),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => undefined);
    if (received?.status === 429) this.refused += 1;
    if (received === undefined || received.status >= 300) return;
    const { id } = createdSchema.parse(JSON.parse(received.text));
    const name = `${user.id} ${key}`;
    this.promised.set(name, (this.promised.get(name) ?? new Set()).add(id));
  }
}

/** Environment of a process with a wall clock that is wrong from its start, and jumps once later. */
function wrongClock(soak: Soak): Readonly<Record<string, string>> {
  const jumps = [
    [0, soak.oneOf(offsMs)],
    [1_000 + soak.upTo(longestLifeMs), soak.oneOf(offsMs)],
  ];
  return {
    NODE_OPTIONS: `--import=${fileURLToPath(preload)}`,
    CLOCK_JUMPS: JSON.stringify(jumps),
  };
}

/**
 * Starts and kills of one gateway with wrong clocks, and a last run with a right one that must bring everything in
 * order.
 */
export async function playKillRound(
  scene: CrashScene,
  soak: Soak,
  round: number,
): Promise<SoakRound> {
  const name = `soak-${soak.seed}-${round}`;
  const { path, dispose } = await scene.newData();
  const callers = new Callers();
  const lives = 1 + soak.upTo(mostLives - 1);
  try {
    const users = [scene.user, scene.poorUser] as const;
    for (let life = 0; life < lives; life += 1) {
      const gateway = await scene.start(path, { environment: wrongClock(soak) });
      const asking = Array.from(
        { length: fewestJobsOfALife + soak.upTo(moreJobsOfALife) },
        (_, index) => {
          const key = `${name}-${soak.upTo(life)}-${index}`;
          const prompt = `${key} ${soak.behaviourWithResults(300)}`;
          return callers.create(gateway.tasksUrl, { user: soak.oneOf(users), prompt, key });
        },
      );
      // On a busy machine the first response takes time: a kill before it interrupts nothing.
      if (soak.chance(0.8)) await Promise.any(asking).catch(() => undefined);
      await pause(soak.upTo(longestLifeMs));
      await gateway.child.stop(soak.chance(0.85) ? 'SIGKILL' : 'SIGTERM');
      await Promise.all(asking);
    }
    const last = await scene.start(path);
    const evidence = await settled(scene, await adminView(last.localUrl), { users, name, callers });
    await last.child.stop('SIGTERM');
    const unknown = evidence.jobs.filter(({ state }) => state === 'outcome_unknown').length;
    return {
      said: `${lives} kills, ${evidence.jobs.length} jobs, ${unknown} of them unknown, ${callers.refused} refused`,
      problems: brokenPromises(evidence),
    };
  } finally {
    await dispose();
  }
}

/** State when nothing changes any more: two equal reads. */
async function settled(
  scene: CrashScene,
  admin: AdminView,
  round: {
    readonly users: readonly SceneUser[];
    readonly name: string;
    readonly callers: Callers;
  },
): Promise<Evidence> {
  const look = async (): Promise<Evidence> => ({
    jobs: await admin.jobs(),
    users: await usersOf(admin, round.users),
    truth: await scene.mock.ledger(`${round.name}-`),
    promised: round.callers.promised,
    limits: new Map([[scene.poorUser.id, poorLimit]]),
  });
  let last = await look();
  const probe = async (): Promise<Evidence | undefined> => {
    const next = await look();
    const isSame =
      JSON.stringify([last.jobs, last.users]) === JSON.stringify([next.jobs, next.users]);
    last = next;
    return isSame && next.jobs.every((job) => isOver(job, next)) ? next : undefined;
  };
  try {
    return await eventually(probe, { what: 'an end', timeoutMs: patienceMs, intervalMs: 100 });
  } catch {
    return last;
  }
}

function usersOf(admin: AdminView, users: readonly SceneUser[]): Promise<readonly AdminUser[]> {
  return Promise.all(users.map(({ id }) => admin.user(id)));
}
