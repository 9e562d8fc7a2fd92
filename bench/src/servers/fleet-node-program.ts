import { programArgument, programParent } from '../harness/child-program.ts';
import { type BenchGateway, startGatewayOn } from '../world/bench-gateway.ts';
import { bringIntoFlight } from '../world/bring-into-flight.ts';
import { inTurns } from '../world/in-turns.ts';
import { withProvider } from '../world/instant-provider.ts';
import { createPendingProvider } from '../world/pending-provider.ts';
import { createPromptMaker } from '../world/prompt-maker.ts';
import { type RunnerSwitch, withRunnerSwitch } from '../world/with-held-waits.ts';
import { askOverHttp } from '../world/ask-over-http.ts';
import { fleetArgument, fleetCommand, type FleetCommand, type FleetReport } from './messages.ts';

/** Program: a whole gateway whose jobs never finish, so that its runner only polls, on command. */

/** Number of accounts, large enough that none reaches its share of a runner. */
const accounts = 16;
const seededAtOnce = 256;
/** Submission time that keeps a job young for the whole run. */
const yearMs = 365 * 86_400_000;

const { directory, pollEveryMs, providerPort } = fleetArgument.parse(programArgument());
const counts = { polls: 0 };
const opened: { runner?: RunnerSwitch } = {};
const upstream = createPendingProvider({
  pollEveryMs,
  onPoll: () => {
    counts.polls += 1;
  },
  ask: askOverHttp(providerPort),
});

async function addAccounts({ storage, running }: BenchGateway, now: number): Promise<void> {
  const settings = { families: ['*'], enabled: true, concurrency: 1_000_000, credits: 1e12 };
  const { secretBox } = running.services.composed;
  for (let index = 0; index < accounts; index += 1) {
    const id = accountOf(index);
    // Each poll decrypts it, like a real provider's key.
    const sealedSecret = secretBox.seal(
      `account|${id}|secret`,
      'sk-0123456789abcdef0123456789abcdef',
    );
    const labelled = { ...settings, sealedSecret, label: `fleet ${index}` };
    await storage.accounts.add({ id, endpoint: 'mock', settings: labelled, now });
  }
}

async function seed(gateway: BenchGateway, jobs: number): Promise<void> {
  const now = Date.now();
  await addAccounts(gateway, now);
  const promptOf = createPromptMaker(7);
  const plan = { pollAt: now, submittedAt: now + yearMs };
  await inTurns(jobs, seededAtOnce, (index) =>
    bringIntoFlight(gateway, {
      ...plan,
      index,
      prompt: promptOf(index),
      accountId: accountOf(index),
    }),
  );
}

function accountOf(index: number): string {
  return `acc_fleet_${index % accounts}`;
}

async function obey(gateway: BenchGateway, command: FleetCommand): Promise<FleetReport> {
  if (command.kind === 'seed') await seed(gateway, command.jobs);
  if (command.kind === 'run') opened.runner?.set(command.on);
  return { polls: counts.polls };
}

const starting = startGatewayOn({ directory }, (ports) => {
  opened.runner = withRunnerSwitch(withProvider(ports, upstream));
  return opened.runner.ports;
});
const parent = programParent(async () => (await starting).running.stop());
const gateway = await starting;
parent.onMessage((message) => {
  obey(gateway, fleetCommand.parse(message)).then(
    (report) => parent.send(report),
    (error: unknown) =>
      parent.send({
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
parent.send({ kind: 'ready' });
