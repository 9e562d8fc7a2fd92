import fc from 'fast-check';
import type { Act } from './act.ts';
import { rots } from './stored-files.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const node = fc.nat(2);
const user = fc.nat(1);

/** A request for a job, and its progress in `ms`. */
const withJob = fc.record({ user, key: fc.nat(4), node });
type Asked = typeof withJob extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function created({ user: caller, key, node: at }: Asked, passMs: number): readonly Act[] {
  return [
    { kind: 'create', user: caller, key, body: 0, node: at, isBehind: false },
    { kind: 'pass', ms: passMs },
  ];
}

/** A job is sent, and its sender is paused for longer than its lease: responses meanwhile concern others' work. */
const standsStillWhileItSends = fc
  .tuple(withJob, fc.constantFrom(45 * second, 3 * minute))
  .map(([asked, ms]): readonly Act[] => [
    ...created(asked, 50),
    { kind: 'pause', node: asked.node, ms },
    { kind: 'pass', ms: 40 * second },
  ]);

/** A process gets a stop signal while it waits for the response to a submission. */
const drainsWhileItSends = withJob.map((asked): readonly Act[] => [
  ...created(asked, 50),
  { kind: 'deploy', node: asked.node },
  { kind: 'pass', ms: minute },
]);

/** Responses arrive while the store is down, and the process dies before the store accepts them. */
const diesWithKeptResponses = withJob.map((asked): readonly Act[] => [
  ...created(asked, 40),
  { kind: 'store-outage', ms: minute },
  { kind: 'pass', ms: 5 * second },
  { kind: 'kill', node: asked.node },
  { kind: 'pass', ms: 40 * second },
]);

/** The provider denies its work for hours, longer than it is polled at short intervals. */
const deniedForHours = fc
  .tuple(withJob, fc.constantFrom(70 * minute, 5 * hour))
  .map(([asked, ms]): readonly Act[] => [
    ...created(asked, 5 * second),
    { kind: 'denial', ms },
    { kind: 'pass', ms: ms + minute, during: 'denies-for-long' },
  ]);

/** An account has the secret of another one for hours, and then its own again. */
const wrongSecretForHours = fc
  .tuple(withJob, fc.nat(2), fc.constantFrom(minute, 70 * minute, 5 * hour))
  .map(([asked, account, ms]): readonly Act[] => [
    ...created(asked, 5 * second),
    { kind: 'swap-secret', account, isRight: false, node: asked.node },
    { kind: 'pass', ms, during: 'secrets-change' },
    { kind: 'swap-secret', account, isRight: true, node: asked.node },
  ]);

/** The host of a video is down for longer than its link is valid and its slot is kept. */
const hostDownForHours = withJob.map((asked): readonly Act[] => [
  { kind: 'result-outage', ms: 2 * hour },
  ...created(asked, 5 * second),
  { kind: 'pass', ms: 65 * minute, during: 'result-outage' },
]);

/** A backup is restored that lacks the submissions made since. */
const backupComesBack = withJob.map((asked): readonly Act[] => [
  { kind: 'back-up' },
  ...created(asked, 5 * second),
  { kind: 'store-goes-back', to: 'the-backup' },
]);

/** The gateway below forgets a submission, before or after its response. */
const forgottenBelow = fc
  .tuple(withJob, fc.constantFrom(60, 5 * second))
  .map(([asked, ms]): readonly Act[] => [
    ...created(asked, ms),
    { kind: 'lower-goes-back', ms: minute },
    { kind: 'pass', ms: 5 * minute },
  ]);

/** A store with an unsent job is copied, and the copy is used beside it. */
const copiedWhileItWaits = fc
  .tuple(withJob, fc.constantFrom(5, 8, 12, 20))
  .map(([asked, ms]): readonly Act[] => [
    ...created(asked, ms),
    { kind: 'copy', ms: 10 * minute },
    { kind: 'pass', ms: minute },
  ]);

/** A user is erased while its job is sent. */
const erasedWhileItSends = withJob.map((asked): readonly Act[] => [
  ...created(asked, 50),
  { kind: 'erase-user', user: asked.user, node: asked.node },
  { kind: 'pass', ms: minute },
]);

/** A file is damaged on the disk after its job has ended. */
const rotsAfterCompletion = fc
  .tuple(withJob, fc.nat(9), fc.constantFrom(...rots))
  .map(([asked, job, how]): readonly Act[] => [
    ...created(asked, 5 * minute),
    { kind: 'rot', job, how },
    { kind: 'download', job, node: asked.node },
    { kind: 'pass', ms: minute },
  ]);

/** Acts that together cause events rarely caused by chance: the more weight, the more conditions have to coincide. */
export const turns: fc.Arbitrary<readonly Act[]> = fc.oneof(
  { weight: 5, arbitrary: standsStillWhileItSends },
  { weight: 4, arbitrary: drainsWhileItSends },
  { weight: 5, arbitrary: diesWithKeptResponses },
  { weight: 2, arbitrary: deniedForHours },
  { weight: 2, arbitrary: wrongSecretForHours },
  { weight: 2, arbitrary: hostDownForHours },
  { weight: 1, arbitrary: backupComesBack },
  { weight: 2, arbitrary: forgottenBelow },
  { weight: 1, arbitrary: copiedWhileItWaits },
  { weight: 8, arbitrary: erasedWhileItSends },
  { weight: 1, arbitrary: rotsAfterCompletion },
);
