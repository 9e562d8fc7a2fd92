import { accepting, room, withLimit } from './accepting.ts';
import { faultsOf, gap, replacing } from './breaking.ts';

/** Acceptance that checks first and acts later. */
export const acceptRaceFaults = faultsOf('job-store', {
  'looks a key up before it writes it': (inner) => {
    const known = new Map<string, { readonly id: string; readonly fingerprint: string }>();
    const find = async (claim: { readonly scope: string; readonly key: string }) => {
      const entry = known.get(JSON.stringify([claim.scope, claim.key]));
      const job = entry === undefined ? undefined : await inner.reader.find(entry.id);
      return entry === undefined || job === undefined
        ? undefined
        : { job, fingerprint: entry.fingerprint };
    };
    const accept = accepting(() => async (input) => {
      const { idempotency } = input;
      if (idempotency === null || idempotency.key === null)
        return await inner.jobs.acceptJob(input);
      const first = await find(idempotency);
      await gap();
      if (first?.fingerprint === idempotency.fingerprint)
        return { kind: 'replayed', job: first.job };
      if (first !== undefined) return { kind: 'key-conflict' };
      const outcome = await inner.jobs.acceptJob({ ...input, idempotency: null });
      const { scope, key, fingerprint } = idempotency;
      if (outcome.kind === 'accepted')
        known.set(JSON.stringify([scope, key]), { id: outcome.job.id, fingerprint });
      return outcome;
    });
    return replacing('reader', () => ({ findByKey: find }))(accept(inner));
  },
  'looks an id up before it writes it': accepting((inner) => async (input) => {
    const before = await inner.reader.find(input.job.id);
    await gap();
    const outcome = await inner.jobs.acceptJob(input);
    return outcome.kind === 'id-taken' && before === undefined
      ? { kind: 'accepted', job: input.job }
      : outcome;
  }),
  'looks at the quota before it reserves': accepting((inner) => async (input) => {
    const enough = (await room(inner, input)) >= 0;
    await gap();
    if (!enough || !input.job.owner.startsWith('user:')) return await inner.jobs.acceptJob(input);
    return await withLimit(inner, input, null);
  }),
  'counts the waiting room before it enters': accepting((inner) => async (input) => {
    const { waiting } = await inner.reader.depth();
    await gap();
    return await inner.jobs.acceptJob({
      ...input,
      queueLimit: waiting < input.queueLimit ? 1_000 : input.queueLimit,
    });
  }),
});
