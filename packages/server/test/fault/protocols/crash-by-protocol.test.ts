/** @module-tag long */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalityEndpoints } from '../../http/personality-endpoints.ts';
import type { AdminJob } from '../admin-view.ts';
import type { MockTruth } from '../crash-harness.ts';
import { pointsOf } from '../fail-point.ts';
import { ProtocolScene } from './protocol-scene.ts';
import { jobsAt, labelOf, type SweepJob } from './sweep-jobs.ts';

/**
 * One gateway after another on one data directory, each killed by SIGKILL when jobs of every protocol, with every loss
 * of a response, are at one step. The accepted submissions are read from the ledger of the mock.
 */
const points = pointsOf('hang');
const timeout = points.length * 30_000;

interface Swept {
  readonly job: SweepJob;
  /** The job in the gateway that was started after the kill. */
  readonly after: AdminJob;
  /** Status of the response to the repeated request. */
  readonly again: number;
  readonly isSameJob: boolean;
}

let scene: ProtocolScene;
const kills: {
  readonly standing: number;
  readonly signal: NodeJS.Signals | null;
  readonly frozen: number;
}[] = [];
const swept: Swept[] = [];
let ledger: MockTruth;
let usage: Awaited<ReturnType<ProtocolScene['usage']>>;

beforeAll(async () => {
  scene = await ProtocolScene.open();
  let before: readonly Asked[] = [];
  for (const [index, point] of points.entries()) {
    await scene.start({ point, prompt: labelOf(point) });
    swept.push(...(await lookAt(before)));
    before = await killAt(jobsAt(point, index));
  }
  await scene.start();
  swept.push(...(await lookAt(before)));
  usage = await scene.usage();
  ledger = await scene.mock.ledger('');
}, timeout);
afterAll(() => scene.close());

interface Asked {
  readonly job: SweepJob;
  /** Undefined when the process died first. */
  readonly id: string | undefined;
}

/** Sends all requests and kills the gateway at their step. */
async function killAt(jobs: readonly SweepJob[]): Promise<readonly Asked[]> {
  const asked = Promise.all(jobs.map(async (job) => ({ job, id: (await scene.create(job))?.id })));
  const isClaim = jobs.some(({ label }) => label.includes('claim'));
  if (isClaim) await asked;
  // One claim takes all jobs; every other act is of one job.
  const standing = isClaim ? 1 : jobs.filter(({ reaches }) => reaches).length;
  const [kill, all] = await Promise.all([scene.killWhenFrozen(standing), asked]);
  kills.push({ standing, ...kill });
  return all;
}

async function lookAt(asked: readonly Asked[]): Promise<readonly Swept[]> {
  const taken = await Promise.all(
    asked.map(async ({ job, id }) => {
      const again = await scene.create(job);
      if (again === undefined) throw new Error('the gateway is gone');
      return { job, again, isSameJob: (id ?? again.id) === again.id };
    }),
  );
  const states = taken.map(({ job, again }) => [again.id, job.expected.state] as const);
  const settled = await scene.settled(new Map(states));
  return taken.map(({ job, again, isSameJob }) => {
    const after = settled.get(again.id);
    if (after === undefined) throw new Error(`there is no job ${again.id}`);
    return { job, after, again: again.status, isSameJob };
  });
}

function of(filter: (job: SweepJob) => boolean): readonly Swept[] {
  return swept.filter(({ job }) => filter(job));
}

function accepted({ label }: SweepJob): number {
  return ledger.jobs.filter(({ prompt }) => prompt.includes(label)).length;
}

function ends(jobs: readonly Swept[]) {
  return jobs.map(({ job, after }) => ({
    label: job.label,
    state: after.state,
    accepted: accepted(job),
  }));
}

function expectedEnds(jobs: readonly Swept[]) {
  return jobs.map(({ job }) => ({ label: job.label, ...job.expected }));
}

it('[proof.fail-points] every gateway was killed at the step of its jobs', () => {
  expect(kills.length).toBe(points.length);
  for (const { standing, signal, frozen } of kills)
    expect([signal, frozen]).toEqual(['SIGKILL', standing]);
  expect(swept.length).toBe(points.length * personalityEndpoints.length * 5 + 2);
});

describe.each(personalityEndpoints.map(({ name }) => name))('%s', (endpoint) => {
  it.each(points)(
    '[invariants.i1-one-submission][invariants.i6-unknown-not-resubmitted][invariants.i14-heals] $name: accepted once at most, whatever became of the response',
    (point) => {
      const jobs = of((job) => job.endpoint === endpoint && job.label.startsWith(labelOf(point)));
      expect(jobs.length).toBeGreaterThanOrEqual(5);
      expect(ends(jobs)).toEqual(expectedEnds(jobs));
    },
  );
});

it('[invariants.i2-accepted-survives][invariants.i3-one-job-per-key] no video that was asked for is forgotten, or made a second job', () => {
  expect(swept.filter(({ isSameJob }) => !isSameJob)).toEqual([]);
  for (const { job, again } of swept)
    expect([job.label, again]).toEqual([
      job.label,
      job.label.startsWith('killed before accept') ? 202 : 200,
    ]);
});

it('[providers.kling.finds][invariants.i6-unknown-not-resubmitted] every lost response of Kling is found without a person', () => {
  const lost = of(({ endpoint, expected }) => endpoint === 'kling' && expected.accepted === 1);
  expect(lost.length).toBeGreaterThan(50);
  expect(lost.filter(({ after }) => after.state !== 'completed')).toEqual([]);
});

it('[providers.ark.finds] two lost videos of equal parameters at ModelArk are distinguished by their marks', async () => {
  const twins = of(({ fault }) => fault === 'twin');
  expect(ends(twins).map(({ state }) => state)).toEqual(['completed', 'completed']);
  for (const { after } of twins) expect(await scene.trail(after.id)).toContain('found');
});

it('[invariants.i4-ledger-balanced] the user paid for the videos that were made, and the money of the unknown ones is held', () => {
  const sum = (state: string) =>
    swept.reduce((all, { after }) => all + (after.state === state ? after.price : 0), 0);
  expect(usage).toEqual({ used: sum('completed'), reserved: 0, held: sum('outcome_unknown') });
});
