import type { AcceptJobInput, AcceptJobOutcome, StorageBundle } from '@filmgate/core';
import { accepting, room } from './accepting.ts';
import { faultsOf, replacing } from './breaking.ts';

async function quotaFirst(inner: StorageBundle, input: AcceptJobInput): Promise<AcceptJobOutcome> {
  const { idempotency } = input;
  const hasKey = idempotency !== null && idempotency.key !== null;
  const known = hasKey ? await inner.reader.findByKey(idempotency) : undefined;
  const noRoom = (await room(inner, input)) < 0;
  if (known !== undefined || !noRoom) return await inner.jobs.acceptJob(input);
  return { kind: 'quota-exhausted', usage: await inner.apiUsers.usage(input.job.owner) };
}

/** Wrong acceptance. */
export const acceptanceFaults = faultsOf('job-store', {
  'drops characters of the prompt on the way in': accepting((inner) => async (input) => {
    const prompt = input.job.request.prompt.replaceAll('\u0000', '');
    return await inner.jobs.acceptJob({
      ...input,
      job: { ...input.job, request: { ...input.job.request, prompt } },
    });
  }),
  'hands out jobs that can be changed': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    return outcome.kind === 'accepted'
      ? { kind: 'accepted', job: structuredClone(outcome.job) }
      : outcome;
  }),
  'tells the acceptance without the money it reserved': replacing('reader', ({ reader }) => ({
    trail: async (id) =>
      (await reader.trail(id)).map((step) =>
        step.what === 'accepted' ? { ...step, money: [] } : step,
      ),
  })),
  'takes a known id for a repeat': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    const job = await inner.reader.find(input.job.id);
    return outcome.kind === 'id-taken' && job !== undefined ? { kind: 'replayed', job } : outcome;
  }),
  'counts only queued jobs as waiting': accepting((inner) => async (input) => {
    const { byState } = await inner.reader.depth();
    const queueLimit = byState.queued < input.queueLimit ? 1_000 : input.queueLimit;
    return await inner.jobs.acceptJob({ ...input, queueLimit });
  }),
  'takes a queue limit of 0 for none': accepting(
    (inner) => async (input) =>
      await inner.jobs.acceptJob({
        ...input,
        queueLimit: input.queueLimit === 0 ? 1_000 : input.queueLimit,
      }),
  ),
  'burns the key of a refused creation': accepting((inner) => {
    const burnt = new Set<string>();
    return async (input) => {
      const key = input.idempotency?.key ?? null;
      if (key !== null && burnt.has(key)) return { kind: 'key-conflict' };
      const outcome = await inner.jobs.acceptJob(input);
      const refused = outcome.kind === 'quota-exhausted' || outcome.kind === 'queue-full';
      if (refused && key !== null) burnt.add(key);
      return outcome;
    };
  }),
  'looks at the quota before the waiting room': accepting(
    (inner) => async (input) => await quotaFirst(inner, input),
  ),
});

/** Wrong replay. */
export const replayFaults = faultsOf('job-store', {
  'replays the job as it was at acceptance': accepting((inner) => {
    const first = new Map<string, AcceptJobOutcome & { readonly kind: 'accepted' }>();
    return async (input) => {
      const outcome = await inner.jobs.acceptJob(input);
      if (outcome.kind === 'accepted') first.set(outcome.job.id, outcome);
      if (outcome.kind !== 'replayed') return outcome;
      return { kind: 'replayed', job: first.get(outcome.job.id)?.job ?? outcome.job };
    };
  }),
  'swallows the conflict of another content': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    const { idempotency } = input;
    if (outcome.kind !== 'key-conflict' || idempotency === null || idempotency.key === null)
      return outcome;
    const known = await inner.reader.findByKey(idempotency);
    return known === undefined ? outcome : { kind: 'replayed', job: known.job };
  }),
  'reserves again for a replay': accepting((inner) => async (input) => {
    const outcome = await inner.jobs.acceptJob(input);
    if (outcome.kind === 'replayed') {
      await inner.jobs.acceptJob({
        ...input,
        idempotency: null,
        job: { ...input.job, id: `${input.job.id}-again` },
      });
    }
    return outcome;
  }),
  'joins scope and key with a colon': (inner) =>
    replacing('reader', () => ({
      findByKey: async (claim) => await inner.reader.findByKey(joined(claim)),
    }))(
      accepting(() => async (input) => {
        const { idempotency } = input;
        const claim =
          idempotency === null || idempotency.key === null
            ? idempotency
            : { ...joined(idempotency), fingerprint: idempotency.fingerprint };
        return await inner.jobs.acceptJob({ ...input, idempotency: claim });
      })(inner),
    ),
  'takes equal creations without a key for one': accepting((inner) => async (input) => {
    const { prompt } = input.job.request;
    const idempotency = input.idempotency ?? {
      scope: input.job.owner,
      key: prompt,
      fingerprint: prompt,
    };
    return await inner.jobs.acceptJob({ ...input, idempotency });
  }),
});

function joined({ scope, key }: { readonly scope: string; readonly key: string }) {
  return { scope: '', key: `${scope}:${key}` };
}
