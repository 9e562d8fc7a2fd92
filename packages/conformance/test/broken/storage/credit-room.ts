import {
  type CommitInput,
  type CommitOutcome,
  coversReservation,
  type StorageBundle,
} from '@filmgate/core';
import { faultsOf, gap } from './breaking.ts';
import { committing } from './committing.ts';
import { accountTaken } from './granting.ts';

/** Wrong reservations of credits. */
export const creditRoomFaults = faultsOf('job-store', {
  'reserves credits beyond the balance': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'credits-reserved' ? await reserveAnyway(inner, input) : outcome;
  }),
  'compares each job with the whole balance': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const credits = (await loadTaken(inner, input))?.account.credits ?? 0;
    return outcome.kind === 'credits-reserved' && credits >= input.from.price
      ? await reserveAnyway(inner, input)
      : outcome;
  }),
  'promises held credits again': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const load = await loadTaken(inner, input);
    const free = (load?.account.credits ?? 0) - (load?.reservedCredits ?? 0);
    return outcome.kind === 'credits-reserved' && free >= input.from.price
      ? await reserveAnyway(inner, input)
      : outcome;
  }),
  'keeps a credit back': committing((inner) => async (input) => {
    const load = await loadTaken(inner, input);
    const { credits = null } = load?.account ?? {};
    const isLast =
      load !== undefined &&
      credits !== null &&
      credits - load.reservedCredits - load.heldCredits === input.from.price;
    return isLast && (await isGranted(inner, input))
      ? { kind: 'credits-reserved' }
      : await inner.jobs.commit(input);
  }),
  'takes an unknown balance for one without credits': committing((inner) => async (input) => {
    const load = await loadTaken(inner, input);
    return load?.account.credits === null && load.reservedCredits > 0
      ? { kind: 'credits-reserved' }
      : await inner.jobs.commit(input);
  }),
  'reserves nothing of an exhausted account': committing((inner) => async (input) => {
    const load = await loadTaken(inner, input);
    return load?.account.condition === 'exhausted'
      ? { kind: 'credits-reserved' }
      : await inner.jobs.commit(input);
  }),
  'looks at the credits before the version and the slots': committing((inner) => async (input) => {
    const load = await loadTaken(inner, input);
    return load === undefined || coversReservation(load, input.from.price)
      ? await inner.jobs.commit(input)
      : { kind: 'credits-reserved' };
  }),
  'drops the claim when no credits are left': committing((inner) => async (input) => {
    const outcome = await inner.jobs.commit(input);
    const { claim, now } = input;
    if (outcome.kind === 'credits-reserved' && claim !== null)
      await inner.jobs.releaseClaim({ claim, dueAt: now, now });
    return outcome;
  }),
  'looks at the credits before it reserves them': committing((inner) => async (input) => {
    const load = await loadTaken(inner, input);
    const isCovered = load !== undefined && coversReservation(load, input.from.price);
    await gap();
    const outcome = await inner.jobs.commit(input);
    return outcome.kind === 'credits-reserved' && isCovered
      ? await reserveAnyway(inner, input)
      : outcome;
  }),
});

/** The account whose slot the decision takes, with its load. */
async function loadTaken({ accounts }: StorageBundle, input: CommitInput) {
  const id = accountTaken(input);
  return id === undefined ? undefined : await accounts.find(id);
}

/** True when only its credits could keep the account from the job. */
async function isGranted(inner: StorageBundle, input: CommitInput): Promise<boolean> {
  const load = await loadTaken(inner, input);
  const stored = await inner.reader.find(input.from.id);
  return (
    load !== undefined &&
    load.busy < load.account.concurrency &&
    stored?.version === input.from.version
  );
}

/** Reserves what the inner store refused, by stating more credits for a moment. */
async function reserveAnyway(inner: StorageBundle, input: CommitInput): Promise<CommitOutcome> {
  const account = (await loadTaken(inner, input))?.account;
  if (account === undefined) return { kind: 'credits-reserved' };
  const { id, credits } = account;
  const { now } = input;
  await inner.accounts.edit({ id, settings: { credits: 1_000_000 }, now });
  const outcome = await inner.jobs.commit(input);
  await inner.accounts.edit({ id, settings: { credits }, now });
  return outcome;
}
