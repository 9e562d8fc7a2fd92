import { deepStrictEqual, equal } from 'node:assert/strict';
import { acknowledgeLoss, type Claim, type Job, type StorageBundle } from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { anyDigest, leaseMs, Scene } from '../job/scene.ts';
import { receive, refuse } from '../job/submission-steps.ts';
import { receiptOf } from '../job/receipts.ts';
import { ofKind } from '../law/outcomes.ts';

/** A store that can be reset to a copy of itself. */
export interface ForgetfulStore {
  /** The empty store. */
  readonly bundle: StorageBundle;
  /** Makes a copy of the current state. */
  keep(): Promise<void>;
  /**
   * Replaces the store by the copy. Resolves when the loss is detected, to the bundle of the node that had the store
   * open, and to the bundle by which an operator acknowledges the loss, which may be another node's.
   */
  goBack(): Promise<{ readonly node: StorageBundle; readonly operator: StorageBundle }>;
}

/** Maximum number of claims of a job before the copy and in the lost part. */
const claimsAtMost = 10;

/** Claims of a node from the time before the loss. */
interface Former {
  /** A submission under way: prepared and claimed in the copy too, recorded as dispatched only in the lost part. */
  readonly sent: { readonly claim: Claim; readonly job: Job };
  /** Claimed in the copy too. */
  readonly held: Claim;
  /** Claimed only in the lost part. */
  readonly taken: Claim;
}

/**
 * The law of `DataLossDetection.resume`: no claim given before a loss was acknowledged decides anything after it,
 * whether it was given in the lost part of the history or in the kept part, although versions and states may be given
 * out again.
 *
 * @throws AssertionError
 */
export async function endsLostClaims(store: ForgetfulStore): Promise<void> {
  const before = new Scene(store.bundle);
  await before.account('account-1');
  const former = await haveInHand(before, store);
  const { node, operator } = await store.goBack();
  const scene = new Scene(node);
  scene.now = before.now;
  const clock = { now: () => scene.now, monotonicMs: () => 0, sleep: async () => undefined };
  deepStrictEqual(await acknowledgeLoss({ storage: operator, clock }), {
    kind: 'acknowledged',
    unknownJobs: 1,
  });
  await decidesNoSubmission(scene, former.sent);
  await decidesNothingKept(scene, former.held);
  await disturbsNoTaker(scene, former.taken);
}

async function haveInHand(scene: Scene, store: ForgetfulStore): Promise<Former> {
  const prepared = await scene.acceptIn('prepared');
  const polled = await scene.acceptIn('polling');
  const watched = await scene.acceptIn('polling');
  const claim = await scene.claim(prepared);
  const held = await scene.claim(polled);
  await store.keep();
  const input = { ...scene.dispatchInput(claim), lease: 'keep' } as const;
  const { job } = ofKind(await store.bundle.jobs.recordDispatch(input), 'recorded');
  return { sent: { claim, job }, held, taken: await scene.claim(watched) };
}

/** The job, prepared under that claim in the copy, became unknown with the version of the lost dispatch record. */
async function decidesNoSubmission(scene: Scene, { claim, job }: Former['sent']): Promise<void> {
  const { jobs, reader } = scene.bundle;
  const { now } = scene;
  ofKind(await scene.tryStep(job, refuse, claim), 'stale');
  const found = await reader.find(job.id);
  deepStrictEqual([found?.state, found?.version], ['outcome_unknown', job.version]);
  const lostDispatch = {
    refusals: job.refusals,
    requestDigest: anyDigest,
    recordedAt: now,
    sendDeadlineAt: now,
  };
  const decision = { claim, from: job, ...receive(job, now), lease: 'release', now } as const;
  const receipt = { ...receiptOf(scene, job, '{"version":1,"value":1}'), lostDispatch, decision };
  deepStrictEqual(await jobs.recordReceipt(receipt), {
    kind: 'recorded',
    decided: { kind: 'stale' },
  });
  deepStrictEqual(await reader.find(job.id), found);
}

/** The job is unchanged, and can be claimed when the lease would have ended. */
async function decidesNothingKept(scene: Scene, claim: Claim): Promise<void> {
  const { jobs, reader } = scene.bundle;
  ofKind(await scene.tryStep(claim.job, progress, claim), 'stale');
  const renewal = { claims: [claim], leaseUntil: scene.now + 10 * leaseMs, now: scene.now };
  deepStrictEqual(await jobs.renewLeases(renewal), { lost: [claim.job.id] });
  equal((await reader.find(claim.job.id))?.version, claim.job.version);
}

/** A job claimed in the lost part is claimed again, more often than it ever was. */
async function disturbsNoTaker(scene: Scene, lost: Claim): Promise<void> {
  const { jobs } = scene.bundle;
  scene.later(leaseMs);
  for (let times = 0; times < claimsAtMost; times += 1) {
    const claim = await scene.claim(lost.job, 'runner-b');
    await isUseless(scene, lost);
    await jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
  }
  const taker = await scene.claim(lost.job, 'runner-b');
  await isUseless(scene, lost);
  ofKind(await scene.tryStep(taker.job, progress, taker), 'committed');
}

/** Decides, extends and returns nothing, while another claim of its job is held. */
async function isUseless(scene: Scene, claim: Claim): Promise<void> {
  const { jobs } = scene.bundle;
  const { now } = scene;
  const { id } = claim.job;
  ofKind(await scene.tryStep(claim.job, progress, claim), 'stale');
  const renewal = { claims: [claim], leaseUntil: now + 1, now };
  deepStrictEqual(await jobs.renewLeases(renewal), { lost: [id] });
  await jobs.releaseClaim({ claim, dueAt: now, now });
  equal((await scene.claimable('continue')).includes(id), false, 'the lease of another ended');
}
