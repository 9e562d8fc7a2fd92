import type { Job } from '@filmgate/core';
import { programArgument, programParent } from '../harness/program-end.ts';
import { addApiUser, startGatewayOn } from '../world/bench-gateway.ts';
import { queuedJob } from '../world/bench-job.ts';
import { collectGarbage } from '../world/collect-garbage.ts';
import { usualPrompt } from '../world/create-body.ts';
import { withoutRunner } from '../world/without-runner.ts';
import { waitingArgument, waitingCommand, type WaitingCommand } from './waiting-messages.ts';

/** Program: the gateway with its runner idle and one task, whose progress is saved as told. */

const { directory } = waitingArgument.parse(programArgument());
const starting = startGatewayOn({ directory }, withoutRunner);
const parent = programParent(async () => (await starting).running.stop());
const { running, storage, port } = await starting;
const { key, owner } = await addApiUser({ running, storage, port, localPort: 0 }, 'listener');
let job = await acceptTask();
/** Each change looks different from the one before. */
let progress = 0;

async function acceptTask(): Promise<Job> {
  const now = Date.now();
  const id = `vt_${running.services.ids.next()}`;
  const task = queuedJob({ id, owner, prompt: usualPrompt, createdAt: now });
  const input = { job: task, idempotency: null, queueLimit: 10, now };
  const accepted = await storage.jobs.acceptJob(input);
  if (accepted.kind !== 'accepted') throw new Error(`not accepted: ${accepted.kind}`);
  return accepted.job;
}

async function change(): Promise<void> {
  const now = Date.now();
  progress = (progress % 98) + 1;
  const next: Job = {
    ...job,
    state: 'polling',
    progress,
    version: job.version + 1,
    updatedAt: now,
    submittedAt: job.submittedAt ?? now,
    dueAt: now + 3_600_000,
  };
  const effects = [{ kind: 'trail', entry: { at: now, what: 'progressed', detail: {} } }] as const;
  const input = { claim: null, from: job, next, effects, lease: 'release', now } as const;
  const outcome = await storage.jobs.commit(input);
  if (outcome.kind !== 'committed') throw new Error(`not saved: ${outcome.kind}`);
  job = outcome.job;
}

async function obey({ kind }: WaitingCommand): Promise<object> {
  if (kind === 'collect') await collectGarbage();
  if (kind === 'release') await change();
  return { held: 0 };
}

parent.onMessage((message) => {
  void obey(waitingCommand.parse(message)).then((answer) => parent.send(answer));
});
parent.send({ port, key });
