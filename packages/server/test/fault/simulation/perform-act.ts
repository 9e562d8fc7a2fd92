import { defaultRunnerOptions } from '@filmgate/runtime-node';
import { match } from 'ts-pattern';
import { chanceOf } from './chance.ts';
import type { Act, Hazard } from './act.ts';
import { worldBeganAt } from './machine-clock.ts';
import { type Operator, type User, users } from './operator.ts';
import type { Rot } from './stored-files.ts';
import type { RunningNode, World } from './world.ts';

/** Hazard that a history must have for an act to happen. */
const hazardOf: { readonly [K in Act['kind']]: Hazard | null } = {
  create: null,
  pass: null,
  hours: 'hours-go-by',
  check: null,
  rule: null,
  kill: 'kill',
  restart: 'kill',
  pause: 'pause',
  deploy: 'deploy',
  'clock-jump': 'clock-jump',
  'store-outage': 'store-outage',
  'back-up': 'store-goes-back',
  'store-goes-back': 'store-goes-back',
  'result-outage': 'result-outage',
  upkeep: 'upkeep',
  'set-limit': 'limits-change',
  'rotate-key': 'keys-change',
  'allow-user': 'keys-change',
  'allow-account': 'accounts-change',
  'set-concurrency': 'accounts-change',
  'remove-account': 'accounts-change',
  'add-account': 'accounts-change',
  'confirm-clock': 'clock-jump',
  denial: 'denies-for-long',
  forget: 'forgets',
  'lower-goes-back': 'lower-goes-back',
  'swap-secret': 'secrets-change',
  'erase-user': 'users-erased',
  rot: 'files-rot',
  copy: 'copied',
  download: 'files-rot',
};

/** Grace period of a process that is to stop, ms: sometimes longer than a lease. */
const graces = [1_000, 10_000, 45_000] as const;

/** Minimum clock difference that a person notices, ms. */
const seenOffMs = 60_000;

/** Time by which most requests to a process have ended, true ms. */
const quietMs = 20_000;
/** Maximum time until a machine has restarted the gateway, true ms. */
const startsWithinMs = 40_000;

function userOf(index: number): User {
  return index === 0 ? users[0] : users[1];
}

/** Performs one act of a history. */
export async function performAct(world: World, operator: Operator, act: Act): Promise<void> {
  const hazard = act.kind === 'pass' ? (act.during ?? null) : hazardOf[act.kind];
  if (hazard !== null && !world.hazards.has(hazard)) return;
  const node = world.nodeFor('node' in act ? act.node : 0);
  await match(act)
    .returnType<Promise<void> | void>()
    .with({ kind: 'pass' }, ({ ms }) => world.scheduler.pass(ms))
    .with({ kind: 'hours' }, () => hoursGoBy(world))
    .with({ kind: 'kill' }, ({ node: index }) => kill(world, index))
    .with({ kind: 'restart' }, ({ node: index }) => restart(world, index))
    .with({ kind: 'pause' }, ({ ms }) => pause(world, sendingNode(world) ?? node, ms))
    .with({ kind: 'deploy' }, ({ node: index }) => deploy(world, index))
    .with({ kind: 'clock-jump' }, ({ node: index, ms }) => jump(world, index, ms))
    .with({ kind: 'confirm-clock' }, ({ node: index }) => confirmClock(world, operator, index))
    .with({ kind: 'store-outage' }, ({ ms }) => cutStore(world, ms))
    .with({ kind: 'back-up' }, () => world.backUp())
    .with({ kind: 'store-goes-back' }, ({ to }) => world.goBack(to))
    .with({ kind: 'result-outage' }, ({ ms }) => world.upstream.loseResultsFor(ms))
    .with({ kind: 'denial' }, ({ ms }) => world.upstream.words.denyAllFor(ms))
    .with({ kind: 'forget' }, () =>
      world.upstream.words.forgetEnded(world.upstream.ledger.accepted),
    )
    .with({ kind: 'lower-goes-back' }, ({ ms }) =>
      world.upstream.words.goBackBy(ms, world.upstream.ledger.accepted),
    )
    .with({ kind: 'copy' }, ({ ms }) => startCopy(world, ms))
    .with({ kind: 'rot' }, ({ job, how }) => spoilFile(world, job, how))
    .with({ kind: 'add-account' }, () => {
      if (node !== null) operator.addAccountAt(node);
    })
    .otherwise((asked) =>
      node === null ? undefined : askNode(world, operator, { node, act: asked }),
    );
  await world.scheduler.pass(0);
}

type Asked = Extract<
  Act,
  {
    readonly kind:
      | 'create'
      | 'check'
      | 'rule'
      | 'upkeep'
      | 'set-limit'
      | 'rotate-key'
      | 'allow-user'
      | 'allow-account'
      | 'set-concurrency'
      | 'remove-account'
      | 'erase-user'
      | 'swap-secret'
      | 'download';
  }
>;

function askNode(
  world: World,
  operator: Operator,
  { node, act }: { readonly node: RunningNode; readonly act: Asked },
): void {
  match(act)
    .with({ kind: 'create' }, ({ user, key, body, isBehind }) => {
      const name = userOf(user);
      const serial = operator.serialOf(name, isBehind);
      const credential = operator.credentialOf(name, serial);
      world.callers.create(node, { user: name, key, body, serial, credential });
    })
    .with({ kind: 'check' }, ({ job }) => {
      const id = world.watch.idAt(job);
      if (id !== undefined) operator.check(node, id);
    })
    .with({ kind: 'rule' }, ({ job }) => {
      const id = world.watch.idAt(job);
      if (id !== undefined) operator.rule(node, id);
    })
    .with({ kind: 'upkeep' }, () => {
      node.keepUp().catch(() => undefined);
    })
    .with({ kind: 'set-limit' }, ({ user, limit }) => operator.setLimit(node, userOf(user), limit))
    .with({ kind: 'rotate-key' }, ({ user }) => operator.rotateKey(node, userOf(user)))
    .with({ kind: 'allow-user' }, ({ user, enabled }) =>
      operator.allowUser(node, userOf(user), enabled),
    )
    .with({ kind: 'allow-account' }, ({ account, enabled }) =>
      operator.allowAccount(node, operator.accountId(account), enabled),
    )
    .with({ kind: 'set-concurrency' }, ({ account, concurrency }) =>
      operator.setConcurrency(node, operator.accountId(account), concurrency),
    )
    .with({ kind: 'remove-account' }, ({ account }) =>
      operator.removeAccount(node, operator.accountId(account)),
    )
    .with({ kind: 'download' }, ({ job: pick }) => {
      const job = world.watch.jobs.get(world.watch.idAt(pick) ?? '')?.job;
      if (job?.state === 'completed') world.deliveries.ask(node.gateway, job);
    })
    .with({ kind: 'swap-secret' }, ({ account, isRight }) =>
      operator.swapSecret(node, operator.accountId(account), isRight),
    )
    .with({ kind: 'erase-user' }, ({ user }) => operator.eraseUser(node, userOf(user)))
    .exhaustive();
}

/** Lets hours pass with a round of retention at their end, where the history has one. */
async function hoursGoBy(world: World): Promise<void> {
  await world.scheduler.pass(7_200_000);
  if (!world.hazards.has('upkeep')) return;
  world
    .nodeFor(0)
    ?.keepUp()
    .catch(() => undefined);
  await world.scheduler.pass(1_000);
  const newest = [...world.watch.jobs.keys()].at(-1);
  const kept = await world.jobs().catch(() => null);
  if (newest !== undefined && kept !== null && !kept.some(({ id }) => id === newest))
    world.situations.note('retention of the newest job');
}

/** Kills the process; its machine starts another one after a while. */
function kill(world: World, index: number): void {
  const at = index % world.nodes.length;
  const node = world.nodes[at];
  if (node === null || node === undefined) return;
  const isSending = world.upstream.ledger.attempts.some(
    ({ from, reported }) => from === node.process && reported === null,
  );
  if (isSending) world.situations.note('killed while it sends');
  world.kill(node);
  world.nodes[at] = null;
  const chance = chanceOf(world.history.seed, `start after ${node.process.name}`);
  world.scheduler.after(chance.between(500, startsWithinMs), () => {
    if (world.nodes[at] !== null) return false;
    world.start(at);
    return true;
  });
}

async function restart(world: World, index: number): Promise<void> {
  await world.scheduler.pass(quietMs);
  kill(world, index);
  await world.scheduler.pass(startsWithinMs);
}

/** Returns a node that waits for the response to a submission, preferably: a pause there shows most. */
function sendingNode({ nodes, upstream }: World): RunningNode | undefined {
  const sending = new Set(
    upstream.ledger.attempts.filter(({ reported }) => reported === null).map(({ from }) => from),
  );
  return nodes.find((node) => node !== null && sending.has(node.process)) ?? undefined;
}

function pause(world: World, node: RunningNode | null, ms: number): void {
  if (node === null || node.process.isPaused) return;
  const { process } = node;
  if (node === sendingNode(world)) world.situations.note('paused while it sends');
  process.pause();
  world.scheduler.after(ms, () => {
    process.resume();
    return true;
  });
}

/** Starts a new process that takes over while the old one ends its work. */
function deploy(world: World, index: number): void {
  const at = index % world.nodes.length;
  const old = world.nodes[at];
  if (old === null || old === undefined) return;
  const graceMs = chanceOf(world.history.seed, `drain ${old.process.name}`).pick(graces);
  const begunAt = world.scheduler.now;
  const ended = old.runner.drain(graceMs);
  if (world.store.processes === 'many') world.start(at);
  else world.nodes[at] = null;
  void ended.then(() => {
    const tookMs = world.scheduler.now - begunAt;
    if (old.process.isAlive && tookMs > defaultRunnerOptions.leaseMs)
      world.situations.note('drain longer than a lease');
    world.kill(old);
    if (world.nodes[at] === null) world.start(at);
  });
}

function spoilFile(world: World, pick: number, how: Rot): void {
  const stored = [...world.watch.jobs.values()].flatMap(({ job: { result } }) => result ?? []);
  const file = stored[pick % Math.max(1, stored.length)];
  if (file === undefined || !world.files.spoil(file.sha256, how)) return;
  world.situations.note(how === 'cut' ? 'stored file cut' : 'stored file deleted');
}

function startCopy(world: World, ms: number): void {
  const hasWork = [...world.watch.jobs.values()].some(({ endedAt }) => endedAt === null);
  if (world.startCopy(ms) && hasWork)
    world.situations.note('copy started while the original works');
}

function cutStore(world: World, ms: number): void {
  const isSending = world.upstream.ledger.attempts.some(({ reported }) => reported === null);
  if (isSending) world.situations.note('store down while something is sent');
  world.line.cutFor(ms);
}

function jump(world: World, index: number, ms: number): void {
  world.machines[index % world.machines.length]?.jump(ms);
  const hasWork = [...world.watch.jobs.values()].some(({ endedAt }) => endedAt === null);
  if (ms <= -3_600_000 && hasWork)
    world.situations.note('clock set back by an hour with work in flight');
  if (ms > 24 * 3_600_000) world.situations.note('clock set ahead by days');
}

/** Sets a wrong clock right before an administrator confirms it. */
function confirmClock(world: World, operator: Operator, index: number): void {
  const at = index % world.machines.length;
  const [machine, node] = [world.machines[at], world.nodes[at]];
  if (machine === undefined || node === null || node === undefined) return;
  const offMs = machine.now() - worldBeganAt - world.scheduler.now;
  if (Math.abs(offMs) > seenOffMs) machine.jump(-offMs);
  operator.confirmClock(node);
}
