import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import {
  beginSubmit,
  describeOutcome,
  handleOf,
  submit,
  wellFormed,
  whileTimePasses,
  withoutSecret,
} from './calls.ts';

/** Exactly one submission, and certainty only where there is proof (I1, I5). */
export const submitLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.submit',
  laws: [
    {
      name: '[invariants.i1-one-submission] an accepted submission is counted once by the upstream and gives a handle that can be saved, without the secret',
      holds: async (harness) => {
        const outcome = await submit(harness, harness.requests.succeeds);
        const handle = handleOf(outcome);
        ok(Number.isSafeInteger(handle.version), 'a handle needs a version');
        withoutSecret(outcome, harness.account);
        equal(await harness.accepted(), 1);
      },
    },
    {
      name: 'two submissions are two jobs with two handles',
      holds: async (harness) => {
        const first = handleOf(
          await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-1' }),
        );
        const second = handleOf(
          await submit(harness, harness.requests.succeeds, { correlationId: 'correlation-2' }),
        );
        equal(await harness.accepted(), 2);
        ok(JSON.stringify(first) !== JSON.stringify(second), 'two jobs have one handle');
      },
    },
    {
      name: '[providers.keyed.port] where a key is documented, the same submission sent again returns its receipt, and orders nothing',
      holds: async (harness) => {
        const { requests, client } = harness;
        if (client.capabilities().findsBy !== 'own-key') return;
        const first = handleOf(await submit(harness, requests.succeeds));
        await harness.advance(60_000);
        deepStrictEqual(handleOf(await submit(harness, requests.succeeds)), first);
        equal(await harness.accepted(), 1);
      },
    },
    {
      name: 'a refusal before acceptance is `rejected`, well-formed, and the upstream counts nothing',
      holds: async (harness) => {
        const outcome = await submit(harness, harness.requests.refused);
        ok(outcome.kind === 'rejected', `a refusal was ${describeOutcome(outcome)}`);
        wellFormed(outcome.error, harness);
        equal(await harness.accepted(), 0);
      },
    },
    {
      name: 'an account that is locked out is refused with evidence against the account',
      holds: async (harness) => {
        const { lockedOutAccount } = harness;
        if (lockedOutAccount === null) {
          equal(harness.account.secret, null, 'an upstream with secrets can refuse one');
          return;
        }
        const outcome = await submit(harness, harness.requests.succeeds, {
          account: lockedOutAccount,
        });
        ok(outcome.kind === 'rejected', `a lost login was ${describeOutcome(outcome)}`);
        wellFormed(outcome.error, harness);
        withoutSecret(outcome, lockedOutAccount);
        equal(outcome.error.scope, 'account');
        ok(['login', 'forbidden'].includes(outcome.error.kind), outcome.error.kind);
        equal(await harness.accepted(), 0);
      },
    },
    {
      name: '[invariants.i1-one-submission] a lost response is `unknown` or thrown, never a refusal, and nothing is sent a second time',
      holds: async (harness) => {
        for (const [index, request] of harness.requests.responseLost.entries()) {
          const outcome = await whileTimePasses(
            harness,
            beginSubmit(harness, request, { correlationId: `correlation-${index}` }),
          );
          ok(
            outcome.kind === 'unknown' || outcome.kind === 'thrown',
            `a lost response was ${describeOutcome(outcome)}`,
          );
          withoutSecret(outcome.kind === 'thrown' ? outcome.error : outcome, harness.account);
          equal(await harness.accepted(), index + 1);
        }
      },
    },
    {
      name: 'a call that was cancelled before it began sends nothing',
      holds: async (harness) => {
        const outcome = await submit(harness, harness.requests.succeeds, {
          signal: AbortSignal.abort(),
        });
        ok(
          !['accepted', 'completed', 'delivered'].includes(outcome.kind),
          `a cancelled submission was ${outcome.kind}`,
        );
        await harness.advance(60_000);
        equal(await harness.accepted(), 0);
      },
    },
    {
      name: 'no byte leaves after the deadline',
      holds: async (harness) => {
        const outcome = await submit(harness, harness.requests.succeeds, {
          deadlineAt: harness.now() - 1,
        });
        ok(
          !['accepted', 'completed', 'delivered'].includes(outcome.kind),
          `a late submission was ${outcome.kind}`,
        );
        await harness.advance(60_000);
        equal(await harness.accepted(), 0);
      },
    },
    {
      name: 'a call cancelled while its answer is awaited claims no proof',
      holds: async (harness) => {
        const controller = new AbortController();
        const call = beginSubmit(harness, harness.requests.responseLost[0], {
          signal: controller.signal,
        });
        await harness.advance(1);
        controller.abort();
        const outcome = await whileTimePasses(harness, call);
        const accepted = await harness.accepted();
        if (outcome.kind === 'rejected')
          equal(accepted, 0, 'a submission the upstream has was called rejected');
        ok(accepted <= 1, `${accepted} submissions were accepted of one`);
      },
    },
  ],
};
