import { equal, ok } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import {
  called,
  describeOutcome,
  handleOf,
  poll,
  pollToTheEnd,
  savedAndRead,
  submit,
  submitted,
  wellFormed,
  withoutSecret,
} from './calls.ts';

/** Reads are safe to repeat and report no more than the provider does. */
export const pollLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.poll',
  laws: [
    {
      name: 'a job that succeeds ends as `succeeded` with an output that can be saved, and says so again',
      holds: async (harness) => {
        const handle = await submitted(harness);
        const outcome = await pollToTheEnd(harness, handle);
        ok(outcome.kind === 'succeeded', `it ${describeOutcome(outcome)}`);
        savedAndRead(outcome.output);
        withoutSecret(outcome, harness.account);
        equal(outcome.output.mediaType, harness.requests.succeeds.mediaType);
        equal((await poll(harness, handle)).kind, 'succeeded');
      },
    },
    {
      name: 'reading never submits: the upstream still counts one job',
      holds: async (harness) => {
        await pollToTheEnd(harness, await submitted(harness));
        equal(await harness.accepted(), 1);
      },
    },
    {
      name: 'progress is a share of 100, or not known, and pauses asked for are not negative',
      holds: async (harness) => {
        const handle = await submitted(harness);
        for (let polls = 0; polls < 20; polls += 1) {
          const outcome = await poll(harness, handle);
          if (outcome.kind === 'pending') {
            ok(
              outcome.progress === null || (outcome.progress >= 0 && outcome.progress <= 100),
              `progress ${outcome.progress}`,
            );
            ok(
              outcome.retryAfterMs === null || outcome.retryAfterMs >= 0,
              `retryAfterMs ${outcome.retryAfterMs}`,
            );
          }
          await harness.advance(250);
        }
      },
    },
    {
      name: 'a job that fails ends as `failed` with a well-formed error',
      holds: async (harness) => {
        if (harness.requests.fails === null) return;
        const outcome = await pollToTheEnd(
          harness,
          handleOf(await submit(harness, harness.requests.fails)),
        );
        ok(outcome.kind === 'failed', `it ${describeOutcome(outcome)}`);
        wellFormed(outcome.error, harness);
      },
    },
    {
      name: 'a job the upstream never had is `lost` or a failed read, never a verdict',
      holds: async (harness) => {
        const outcome = await poll(harness, harness.strangeHandle);
        ok(
          ['lost', 'transient', 'thrown'].includes(outcome.kind),
          `a strange handle was ${outcome.kind}`,
        );
      },
    },
    {
      name: 'an id that names no work is no id, `lost` or a failed read, never a verdict',
      holds: async (harness) => {
        const { client, account } = harness;
        if (client.lookUp === undefined) return;
        const { signal } = new AbortController();
        for (const id of ['never-made-7', '..', 'a b', 'x'.repeat(10_000)]) {
          const outcome = await called(async () =>
            client.lookUp?.({ account, id, submission: null, signal }),
          );
          const kind = outcome?.kind === 'read' ? outcome.outcome.kind : outcome?.kind;
          ok(
            kind !== undefined && ['not-an-id', 'lost', 'transient', 'thrown'].includes(kind),
            `${id.slice(0, 20)} was ${kind}`,
          );
        }
        equal(await harness.accepted(), 0);
      },
    },
    {
      name: 'a cancelled read says nothing about the job',
      holds: async (harness) => {
        const handle = await submitted(harness);
        await pollToTheEnd(harness, handle);
        const outcome = await poll(harness, handle, AbortSignal.abort());
        ok(['transient', 'thrown'].includes(outcome.kind), `a cancelled read was ${outcome.kind}`);
      },
    },
    {
      name: 'a probe tells a usable account from one that is locked out, where the client can probe',
      holds: async (harness) => {
        const { client, account, lockedOutAccount } = harness;
        if (client.probe === undefined) return;
        const { signal } = new AbortController();
        const ready = await client.probe({ account, signal });
        ok(ready.kind === 'ready', `a usable account was ${ready.kind}`);
        ok(ready.credits === null || ready.credits >= 0, `credits ${ready.credits}`);
        withoutSecret(ready, account);
        if (lockedOutAccount !== null)
          equal((await client.probe({ account: lockedOutAccount, signal })).kind, 'login-required');
        const cancelled = await called(
          async () => client.probe?.({ account, signal: AbortSignal.abort() }) ?? ready,
        );
        ok(
          ['unreadable', 'thrown'].includes(cancelled.kind),
          `a cancelled probe was ${cancelled.kind}`,
        );
        equal(await harness.accepted(), 0);
      },
    },
  ],
};
