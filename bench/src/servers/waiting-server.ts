import { programArgument, programParent } from '../harness/child-program.ts';
import { type BenchGateway, serviceKey, startGatewayOn } from '../world/bench-gateway.ts';
import { completed, queuedJob, usualPrompt, usualResult } from '../world/bench-job.ts';
import { collectGarbage } from '../world/collect-garbage.ts';
import { type HeldWaits, withHeldWaits, withoutRunner } from '../world/with-held-waits.ts';
import { waitingArgument, waitingCommand, type WaitingCommand } from './messages.ts';

/**
 * Program: the gateway with its runner idle, so that synchronous generations wait for a command. They end with the
 * event of a store, without the work of the store: the benchmark measures the wake-up.
 */

const { directory } = waitingArgument.parse(programArgument());
const opened: { waits?: HeldWaits } = {};
const starting = startGatewayOn({ directory }, (ports) => {
  opened.waits = withHeldWaits(withoutRunner(ports));
  return opened.waits.ports;
});
const parent = programParent(async () => (await starting).running.stop());
const gateway = await starting;

async function release({ storage }: BenchGateway, waits: HeldWaits): Promise<void> {
  const now = Date.now();
  const found = await Promise.all(
    waits.all().map(async ([id, listener]) => ({ job: await storage.reader.find(id), listener })),
  );
  for (const { job, listener } of found) {
    if (job === undefined) throw new Error('a call waits for a job that is not there');
    listener(completed(job, usualResult, now).next);
  }
}

const acceptedAtOnce = 512;

async function accept({ running, storage }: BenchGateway, count: number): Promise<void> {
  const now = Date.now();
  for (let left = count; left > 0; left -= acceptedAtOnce) {
    const group = Array.from({ length: Math.min(left, acceptedAtOnce) }, () => {
      const id = `lj_${running.services.ids.next()}`;
      const job = queuedJob({ id, owner: 'service', prompt: usualPrompt, createdAt: now });
      const claimed = { key: null, fingerprint: `1:${'0'.repeat(64)}` };
      const idempotency = { scope: 'service/calls', ...claimed };
      return storage.jobs.acceptJob({ job, idempotency, queueLimit: 10_000_000, now });
    });
    const outcomes = await Promise.all(group);
    if (outcomes.some(({ kind }) => kind !== 'accepted')) throw new Error('a job was refused');
  }
}

async function obey(command: WaitingCommand, waits: HeldWaits): Promise<object> {
  switch (command.kind) {
    case 'collect':
      await collectGarbage();
      break;
    case 'release':
      await release(gateway, waits);
      break;
    case 'accept':
      await accept(gateway, command.count);
      break;
    case 'held':
      break;
    default:
      command satisfies never;
  }
  return { held: waits.count() };
}

parent.onMessage((message) => {
  const { waits } = opened;
  if (waits === undefined) throw new Error('the composition did not ask for its ports');
  void obey(waitingCommand.parse(message), waits).then((response) => parent.send(response));
});
parent.send({ port: gateway.localPort, key: serviceKey });
