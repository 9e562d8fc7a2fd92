import { equal, ok } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ReconcileOutcome, UpstreamHandle } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import {
  beginSubmit,
  type Called,
  called,
  handleOf,
  pollToTheEnd,
  prepared,
  savedAndRead,
  submit,
  whileTimePasses,
} from './calls.ts';

const settleMs = 10 * 60_000;

/** Searching for a submission whose response was lost; a client without the method cannot be queried. */
export const reconcileLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.reconcile',
  laws: [
    {
      name: 'a submission the upstream has is never called absent, and what is found is that job',
      holds: async (harness) => {
        const sentAt = harness.now();
        const known = handleOf(
          await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-1' }),
        );
        await harness.advance(settleMs);
        const outcome = await reconcile(harness, { correlationId: 'correlation-1', sentAt });
        ok(outcome.kind !== 'absent', 'a job the upstream has was called absent');
        if (outcome.kind !== 'found') return;
        const [found, first] = [
          await pollToTheEnd(harness, savedAndRead(outcome.handle)),
          await pollToTheEnd(harness, known),
        ];
        equal(JSON.stringify(found), JSON.stringify(first), 'what was found is another job');
      },
    },
    {
      name: 'right after a lost response, and any time later, the submission is not called absent',
      holds: async (harness) => {
        const sentAt = harness.now();
        const call = beginSubmit(harness, harness.requests.responseLost[0], {
          correlationId: 'correlation-1',
        });
        await whileTimePasses(harness, call);
        for (const ms of [0, 1_000, 60_000, settleMs]) {
          await harness.advance(ms);
          const { kind } = await reconcile(harness, {
            correlationId: 'correlation-1',
            sentAt,
          });
          ok(kind !== 'absent', `${ms} ms later it was called absent`);
        }
      },
    },
    {
      name: '[providers.port.uniqueness] a submission that never was is not found beside an equal one that no job owns',
      holds: async (harness) => {
        const sentAt = harness.now();
        await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-1' });
        await harness.advance(settleMs);
        const { kind } = await reconcile(harness, { correlationId: 'correlation-10', sentAt });
        ok(kind !== 'found', 'a submission that never was has been found');
      },
    },
    {
      name: '[providers.port.owned] what another job has is never found',
      holds: async (harness) => {
        const sentAt = harness.now();
        const known = handleOf(
          await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-1' }),
        );
        await harness.advance(settleMs);
        const search = { correlationId: 'correlation-1', sentAt };
        const outcome = await reconcile(harness, { ...search, owned: [known] });
        ok(outcome.kind !== 'found', 'it found what another job has');
        ok(outcome.kind !== 'absent', 'that another job has it is no proof');
      },
    },
    {
      name: '[providers.port.ambiguous] two pieces of work that fit equally are `ambiguous`, with their number, unless one is another job’s',
      holds: async (harness) => {
        if (harness.acceptTwin === undefined || harness.client.reconcile === undefined) return;
        const sentAt = harness.now();
        const known = handleOf(
          await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-1' }),
        );
        await harness.acceptTwin('correlation-1');
        await harness.advance(settleMs);
        const search = { correlationId: 'correlation-1', sentAt };
        const both = await reconcile(harness, search);
        ok(both.kind === 'ambiguous', `two that fit were ${both.kind}`);
        equal(both.candidates, 2);
        const other = await reconcile(harness, { ...search, owned: [known] });
        ok(other.kind !== 'found' || !isDeepStrictEqual(other.handle, known));
      },
    },
    {
      name: 'a cancelled search claims no proof, and searching never submits',
      holds: async (harness) => {
        const search = { correlationId: 'correlation-1', sentAt: harness.now() };
        const outcome = await reconcile(harness, search, AbortSignal.abort());
        ok(
          ['transient', 'thrown', 'cannot-ask'].includes(outcome.kind),
          `a cancelled search was ${outcome.kind}`,
        );
        await reconcile(harness, search);
        equal(await harness.accepted(), 0);
      },
    },
  ],
};

async function reconcile(
  harness: UpstreamHarness,
  {
    correlationId,
    sentAt,
    owned = [],
  }: {
    readonly correlationId: string;
    readonly sentAt: number;
    readonly owned?: readonly UpstreamHandle[];
  },
  signal = new AbortController().signal,
): Promise<Called<ReconcileOutcome>> {
  const { client, account, requests } = harness;
  const submission = await prepared(harness, requests.succeeds, correlationId);
  const sentBetween = { from: sentAt, to: sentAt };
  const isOwned = async (handle: UpstreamHandle) =>
    owned.some((one) => isDeepStrictEqual(one, handle));
  const unanswered = async () => [];
  const search = {
    account,
    submission,
    correlationId,
    sentBetween,
    isOwned,
    unanswered,
    signal,
  };
  return await called(async () => (await client.reconcile?.(search)) ?? { kind: 'cannot-ask' });
}
