import { isFinal, type Job, type StorageBundle } from '@filmgate/core';
import type { History } from './history.ts';
import type { RareSituation, RareSituations } from './rare-situations.ts';
import type { Scheduler } from './scheduler.ts';
import type { WorldUpstream } from './world-upstream.ts';

/** What of the world it looks at. */
interface Surroundings {
  readonly scheduler: Scheduler;
  readonly situations: RareSituations;
  readonly upstream: WorldUpstream;
  readonly history: Pick<History, 'isFindable'>;
}

/** What was seen of one job, change by change. */
export interface Seen {
  job: Job;
  /** True time at which it was accepted. */
  readonly acceptedAt: number;
  /** True time at which it ended; null while it is open. */
  endedAt: number | null;
  /** True time at which it was last put into the queue: accepted, or refused and to be tried again. */
  queuedAt: number;
  /** Of each of its dispatch records, when it had been put into the queue before. */
  readonly sentFromQueueAt: number[];
}

/** Sees every committed change of every job at the instant it happens, and what must never be seen. */
export class JobWatch {
  readonly jobs = new Map<string, Seen>();
  readonly violations: string[] = [];
  /** Jobs the store forgot when it went back, and after how many times before it did. */
  readonly forgotten = new Map<string, { readonly seen: Seen; readonly after: number }>();
  /** Jobs that were not there any more when the store went back, perhaps to before their removal. */
  readonly removed = new Set<string>();
  /** Jobs whose slot was given up while nothing was known of them; they have none for good, also when their work is found. */
  readonly withoutSlot = new Set<string>();
  readonly #world: Surroundings;

  constructor(world: Surroundings) {
    this.#world = world;
  }

  attach({ events }: StorageBundle): void {
    events.subscribeAll((job) => this.#see(job));
  }

  /** Picks one of the jobs seen so far. */
  idAt(pick: number): string | undefined {
    const ids = [...this.jobs.keys()];
    return ids[pick % Math.max(1, ids.length)];
  }

  /** The store went back to a copy: what it holds now is taken as it is. */
  forgetChanges({
    before,
    now,
    copy,
    after,
  }: {
    readonly before: readonly Job[];
    readonly now: readonly Job[];
    /** Of when it is, and how often the store had gone back by then. */
    readonly copy: { readonly isAt: number; readonly after: number };
    /** How often the store had gone back before. */
    readonly after: number;
  }): void {
    this.#rememberFrom(copy);
    const { isAt } = copy;
    const held = new Set(before.map(({ id }) => id));
    const kept = new Map(now.map((job) => [job.id, job]));
    for (const [id, seen] of this.jobs) {
      const job = kept.get(id);
      if (!held.has(id)) this.removed.add(id);
      if (job === undefined) {
        if (seen.acceptedAt < isAt) {
          // It was removed before that instant: what it cost is still known.
          this.removed.add(id);
        } else {
          this.jobs.delete(id);
          this.forgotten.set(id, { seen, after });
        }
      } else {
        seen.job = job;
        if (!isFinal(job.state)) seen.endedAt = null;
      }
    }
  }

  /** A copy of before a loss knows what was lost by it. */
  #rememberFrom(copy: { readonly isAt: number; readonly after: number }): void {
    for (const [id, { seen, after }] of this.forgotten)
      if (seen.acceptedAt < copy.isAt && copy.after <= after) this.jobs.set(id, seen);
  }

  #see(job: Job): void {
    const { now } = this.#world.scheduler;
    const seen = this.jobs.get(job.id);
    if (seen === undefined) {
      const endedAt = isFinal(job.state) ? now : null;
      this.jobs.set(job.id, {
        job,
        acceptedAt: now,
        endedAt,
        queuedAt: now,
        sentFromQueueAt: [],
      });
      return;
    }
    this.#compare(seen.job, job);
    if (job.state === 'queued' && seen.job.state !== 'queued') seen.queuedAt = now;
    if (job.state === 'dispatching' && seen.job.state !== 'dispatching')
      seen.sentFromQueueAt.push(seen.queuedAt);
    seen.job = job;
    if (isFinal(job.state)) seen.endedAt ??= now;
  }

  #compare(before: Job, after: Job): void {
    if (isFinal(before.state) && after.state !== before.state)
      this.violations.push(`I8: ${after.id} was ${before.state} and became ${after.state}`);
    if (after.progress < before.progress)
      this.violations.push(`I8: the progress of ${after.id} fell`);
    if (before.state === 'outcome_unknown' && before.holdsSlot && !after.holdsSlot)
      this.withoutSlot.add(after.id);
    if (after.updatedAt < before.updatedAt)
      this.violations.push(`I2: ${after.id} became older by a change`);
    const closed = before.quota === 'settled' || before.quota === 'refunded';
    if (closed && after.quota !== before.quota)
      this.violations.push(
        `I4: the money of ${after.id} was ${before.quota} and became ${after.quota}`,
      );
    const unsent =
      after.state === 'queued' || after.state === 'prepared' || after.state === 'dispatching';
    if (before.state === 'outcome_unknown' && unsent)
      this.violations.push(`I6: ${after.id} was unknown and became ${after.state}`);
    if (isOutOfSight(after, this.#world.history))
      this.violations.push(
        `I14: ${after.id} is unknown, could be asked about, and is looked for no more`,
      );
    this.#noteRare(before, after);
  }

  #noteRare(before: Job, after: Job): void {
    for (const situation of situationsOf(before, after)) this.#world.situations.note(situation);
    const attempt = this.#world.upstream.ledger.attemptsOfJob(after.id).at(-1);
    if (before.state !== 'dispatching' || attempt === undefined) return;
    const { from, told } = attempt;
    if (after.state === 'outcome_unknown' && told === null)
      this.#world.situations.note(
        from.isAlive ? 'taken over while its sender waits' : 'sender died before it was told',
      );
    if (after.state === 'submitted' && !from.isAlive)
      this.#world.situations.note('receipt used that a dead sender kept');
  }
}

/** Whether nothing will ask about an unknown job again by itself, though its provider could be asked. */
function isOutOfSight(
  { state, dueAt, handle, correlationId }: Job,
  { isFindable }: Pick<History, 'isFindable'>,
): boolean {
  if (state !== 'outcome_unknown' || dueAt !== null) return false;
  return handle !== null || (isFindable && correlationId !== null);
}

/** What a change is an example of. */
function situationsOf(before: Job, after: Job): readonly RareSituation[] {
  const became = `${before.state} → ${after.state}`;
  const named = namedChanges.get(became);
  const found: RareSituation[] = named === undefined ? [] : [named];
  if (before.quota === 'held' && after.quota === 'refunded') found.push('held money given back');
  if (before.quota === 'held' && after.quota === 'settled') found.push('held money paid');
  if (
    before.state === 'outcome_unknown' &&
    before.holdsSlot &&
    !after.holdsSlot &&
    after.state === 'outcome_unknown'
  )
    found.push('slot of unknown work given up');
  if (became === 'outcome_unknown → submitted' && !before.holdsSlot)
    found.push('work found after its slot was given up');
  if (after.failure?.code === 'submission_not_found') found.push('absence proven');
  if (after.failure?.code.startsWith('outcome_ruled') === true) found.push('outcome ruled');
  if (after.refusals >= 3) found.push('refused three times');
  if (after.state === 'storing' && after.readFailures >= 3)
    found.push('video fetched for the fourth time');
  return found;
}

const namedChanges: ReadonlyMap<string, RareSituation> = new Map<string, RareSituation>([
  ['dispatching → queued', 'refused, and tried again'],
  ['dispatching → failed', 'refused for good'],
  ['dispatching → storing', 'finished at once'],
  ['polling → outcome_unknown', 'deadline passed'],
  ['submitted → outcome_unknown', 'deadline passed'],
  ['prepared → queued', 'account withdrawn'],
  ['queued → awaiting_configuration', 'no account to be had'],
  ['outcome_unknown → submitted', 'unknown work found'],
  ['polling → failed', 'work failed at the upstream'],
]);
