import {
  type CommitOutcome,
  type RecordReceiptInput,
  type RecordReceiptOutcome,
  type RecordRefusalInput,
  type RecordRefusalOutcome,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { faultsOf, gap, replacing } from './breaking.ts';
import { changeBehind } from './committing.ts';

function receiving(
  record: (inner: StorageBundle) => (input: RecordReceiptInput) => Promise<RecordReceiptOutcome>,
) {
  return replacing('jobs', (inner) => ({ recordReceipt: record(inner) }));
}

const recorded = { kind: 'recorded', decided: null } as const;

function alone(input: RecordReceiptInput): RecordReceiptInput {
  const { decision: _, ...receipt } = input;
  return receipt;
}

async function decide(
  { jobs }: StorageBundle,
  { decision }: RecordReceiptInput,
): Promise<CommitOutcome | null> {
  return decision === undefined ? null : jobs.commit(decision);
}

/** Wrong receipts. */
export const receiptFaults = faultsOf('job-store', {
  'writes the handle its own way': receiving(
    (inner) => async (input) =>
      await inner.jobs.recordReceipt({
        ...input,
        handle: JSON.stringify(JSON.parse(input.handle)),
      }),
  ),
  'records a repeated receipt as a new one': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    return outcome.kind === 'repeated' ? { ...outcome, kind: 'recorded' } : outcome;
  }),
  'swallows a contradicting handle': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    const isRecorded = (await inner.reader.dispatches(input.jobId)).some(
      (row) => row.correlationId === input.correlationId,
    );
    return outcome.kind === 'contradicted' && isRecorded
      ? { kind: 'repeated', decided: null }
      : outcome;
  }),
  'takes a receipt for a dispatch record there never was': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    const rows = await inner.reader.dispatches(input.jobId);
    return outcome.kind === 'contradicted' && rows.length === 0 ? recorded : outcome;
  }),
  'takes a receipt only while the job waits for it': receiving((inner) => async (input) => {
    const state = (await inner.reader.find(input.jobId))?.state;
    return state === 'dispatching'
      ? await inner.jobs.recordReceipt(input)
      : { kind: 'contradicted' };
  }),
  'takes a receipt for the newest try only': receiving((inner) => async (input) => {
    const newest = (await inner.reader.dispatches(input.jobId)).at(-1);
    return newest?.correlationId === input.correlationId
      ? await inner.jobs.recordReceipt(input)
      : { kind: 'contradicted' };
  }),
  'counts a receipt as a change of the job': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    await changeBehind(inner, await inner.reader.find(input.jobId), input.now);
    return outcome;
  }),
  'looks for a handle before it writes one': receiving((inner) => async (input) => {
    const row = (await inner.reader.dispatches(input.jobId)).find(
      (one) => one.correlationId === input.correlationId,
    );
    await gap();
    const outcome = await inner.jobs.recordReceipt(input);
    return row?.handle === null && outcome.kind === 'contradicted' ? recorded : outcome;
  }),
  'forgets on which account a handle is': replacing('reader', ({ reader }) => ({
    dispatches: async (id) =>
      (await reader.dispatches(id)).map((row) => ({ ...row, accountId: null })),
  })),
});

/** Handles that are accepted although they are another job's, or refused although they are not. */
export const handleFaults = faultsOf('job-store', {
  'believes a handle that another job has': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    return outcome.kind === 'handle-taken' ? recorded : outcome;
  }),
  'compares handles letter by letter': receiving(
    (inner) => async (input) =>
      await inner.jobs.recordReceipt({ ...input, endpoint: `${input.endpoint} ${input.handle}` }),
  ),
  'knows one place only': receiving(
    (inner) => async (input) =>
      await inner.jobs.recordReceipt({ ...input, endpoint: 'everywhere' }),
  ),
  'keeps the handles of removed jobs': (inner) => {
    const holders = new Map<string, string>();
    return receiving(({ jobs, reader }) => async (input) => {
      const name = JSON.stringify([input.endpoint, input.handle]);
      const holder = holders.get(name);
      if (holder !== undefined && (await reader.find(holder)) === undefined)
        return { kind: 'handle-taken', heldBy: holder };
      const outcome = await jobs.recordReceipt(input);
      if (outcome.kind === 'recorded') holders.set(name, input.jobId);
      return outcome;
    })(inner);
  },
  'lets a handle go when its job ends': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    if (outcome.kind !== 'handle-taken') return outcome;
    const holder = await inner.reader.find(outcome.heldBy);
    return holder?.state === 'failed' ? recorded : outcome;
  }),
  'names the job that asks as the holder': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    return outcome.kind === 'handle-taken' ? { ...outcome, heldBy: input.jobId } : outcome;
  }),
  'tells the owner of a handle in another place': replacing('reader', ({ reader }) => ({
    jobOfHandle: async (input) => {
      const owner = await reader.jobOfHandle(input);
      return owner ?? (await reader.jobOfHandle({ ...input, endpoint: 'mock' }));
    },
  })),
  'knows the owner of a handle only as it was written': (inner) => {
    const written = new Set<string>();
    return receiving(({ jobs }) => async (input) => {
      written.add(input.handle);
      return jobs.recordReceipt(input);
    })(
      replacing('reader', ({ reader }) => ({
        jobOfHandle: async (input) =>
          written.has(input.handle) ? await reader.jobOfHandle(input) : undefined,
      }))(inner),
    );
  },
  'forgets whose a handle is when its job ends': replacing('reader', ({ reader }) => ({
    jobOfHandle: async (input) => {
      const id = await reader.jobOfHandle(input);
      const owner = id === undefined ? undefined : await reader.find(id);
      return owner === undefined || owner.state === 'failed' ? undefined : id;
    },
  })),
  'looks for a holder before it claims': (inner) => {
    const claimed = new Set<string>();
    return receiving(({ jobs }) => async (input) => {
      const name = JSON.stringify([input.endpoint, input.handle]);
      const isFree = !claimed.has(name);
      await gap();
      const outcome = await jobs.recordReceipt(input);
      claimed.add(name);
      return outcome.kind === 'handle-taken' && isFree ? recorded : outcome;
    })(inner);
  },
});

/** Decisions that do not follow their receipt. */
export const decisionFaults = faultsOf('job-store', {
  'decides although the handle is another job’s': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(alone(input));
    const decided = await decide(inner, input);
    return 'decided' in outcome ? { ...outcome, decided } : outcome;
  }),
  'forgets what was decided from a receipt': receiving(
    (inner) => async (input) => await inner.jobs.recordReceipt(alone(input)),
  ),
  'drops the receipt of a stale decision': receiving((inner) => async (input) => {
    const decided = await decide(inner, input);
    if (decided !== null && decided.kind !== 'committed') return { kind: 'recorded', decided };
    const outcome = await inner.jobs.recordReceipt(alone(input));
    return 'decided' in outcome ? { ...outcome, decided } : outcome;
  }),
  'keeps the receipt of a faulty decision': receiving((inner) => async (input) => {
    try {
      return await inner.jobs.recordReceipt(input);
    } catch (error) {
      if (error instanceof StorageUnavailable && input.decision !== undefined)
        await inner.jobs.recordReceipt(alone(input));
      throw error;
    }
  }),
  'lets a receipt be of one job and its decision of another': receiving(
    (inner) => async (input) => {
      if (input.decision?.from.id === input.jobId || input.decision === undefined)
        return await inner.jobs.recordReceipt(input);
      return await inner.jobs.recordReceipt(alone(input));
    },
  ),
  'keeps a person’s word beside a stale decision': receiving((inner) => async (input) => {
    const { byHand: _, ...reported } = input;
    return await inner.jobs.recordReceipt(reported);
  }),
  'knows no person’s word of a dispatch it lost': receiving((inner) => async (input) => {
    if (input.byHand === undefined) return await inner.jobs.recordReceipt(input);
    const { lostDispatch: _, ...reported } = input;
    return await inner.jobs.recordReceipt(reported);
  }),
  'does not take a lost dispatch record back': receiving((inner) => async (input) => {
    const { lostDispatch: _, ...receipt } = input;
    return await inner.jobs.recordReceipt(receipt);
  }),
  'says it took a dispatch record back beside another one': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    const isBrought = outcome.kind === 'contradicted' && input.lostDispatch !== undefined;
    return isBrought ? recorded : outcome;
  }),
});

function refusing(
  record: (inner: StorageBundle) => (input: RecordRefusalInput) => Promise<RecordRefusalOutcome>,
) {
  return replacing('jobs', (inner) => ({ recordRefusal: record(inner) }));
}

/** Wrong refusals. */
export const refusalFaults = faultsOf('job-store', {
  'writes the refusal its own way': refusing(
    (inner) => async (input) =>
      await inner.jobs.recordRefusal({
        ...input,
        refusal: JSON.stringify(JSON.parse(input.refusal)),
      }),
  ),
  'forgets refusals': refusing(() => async () => ({ kind: 'recorded' })),
  'records a repeated refusal as a new one': refusing((inner) => async (input) => {
    const outcome = await inner.jobs.recordRefusal(input);
    return outcome.kind === 'repeated' ? { kind: 'recorded' } : outcome;
  }),
  'takes a second answer for a repetition': refusing((inner) => async (input) => {
    const outcome = await inner.jobs.recordRefusal(input);
    const [row] = await inner.reader.dispatches(input.jobId);
    const hasResponse = row !== undefined && (row.refusal !== null || row.handle !== null);
    return outcome.kind === 'contradicted' && hasResponse ? { kind: 'repeated' } : outcome;
  }),
  'takes a receipt where a refusal is': receiving((inner) => async (input) => {
    const outcome = await inner.jobs.recordReceipt(input);
    const [row] = await inner.reader.dispatches(input.jobId);
    const isRefused = row !== undefined && row.refusal !== null;
    return outcome.kind === 'contradicted' && isRefused ? recorded : outcome;
  }),
  'takes a refusal for a dispatch record there never was': refusing((inner) => async (input) => {
    const outcome = await inner.jobs.recordRefusal(input);
    const rows = await inner.reader.dispatches(input.jobId);
    return outcome.kind === 'contradicted' && rows.length === 0 ? { kind: 'recorded' } : outcome;
  }),
  'takes a refusal only while the job waits for it': refusing((inner) => async (input) => {
    const state = (await inner.reader.find(input.jobId))?.state;
    return state === 'dispatching'
      ? await inner.jobs.recordRefusal(input)
      : { kind: 'contradicted' };
  }),
  'counts a refusal as a change of the job': refusing((inner) => async (input) => {
    const outcome = await inner.jobs.recordRefusal(input);
    await changeBehind(inner, await inner.reader.find(input.jobId), input.now);
    return outcome;
  }),
});
