import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { LawGroup } from '../law/law.ts';
import { frozenCopy } from '../memory/freeze.ts';
import type { UpstreamHarness } from '../upstream-harness.ts';
import { prepared, preparing } from './calls.ts';

/** A client's description of its provider and of the requests it sends. */
export const describeLaws: LawGroup<UpstreamHarness> = {
  name: 'upstream-client.prepare',
  laws: [
    {
      name: 'the description names the provider, in whole milliseconds, and is always the same',
      holds: async ({ client }) => {
        const said = client.capabilities();
        ok(said.endpoint.length > 0, 'a provider needs a name');
        ok(
          Number.isSafeInteger(said.minimumPollIntervalMs) && said.minimumPollIntervalMs > 0,
          'minimumPollIntervalMs',
        );
        ok(
          Number.isSafeInteger(said.visibilityLagMs) && said.visibilityLagMs >= 0,
          'visibilityLagMs',
        );
        const { reconcileAfterMs, keyLifeMs, findsBy } = said;
        ok(
          reconcileAfterMs === null ||
            (Number.isSafeInteger(reconcileAfterMs) && reconcileAfterMs >= 0),
          'reconcileAfterMs',
        );
        if (client.reconcile === undefined && keyLifeMs === undefined)
          equal(reconcileAfterMs, null, 'it cannot be asked, and says when to ask it');
        ok(findsBy !== 'own-key' || keyLifeMs !== undefined, 'a key without a life');
        for (const ms of [said.sendTimeoutMs, said.jobDeadlineMs, said.probeEveryMs, keyLifeMs])
          ok(ms === undefined || (Number.isSafeInteger(ms) && ms > 0), 'a time of its own');
        deepStrictEqual(client.capabilities(), said);
      },
    },
    {
      name: 'preparing is pure: the same input gives the same submission, and neither changes',
      holds: async (harness) => {
        const { client, requests } = harness;
        const input = frozenCopy(preparing(harness, requests.succeeds, 'correlation-1'));
        const first = client.prepare(input);
        await harness.advance(60_000);
        client.prepare(preparing(harness, requests.refused, 'correlation-2'));
        deepStrictEqual(client.prepare(input), first);
      },
    },
    {
      name: '[providers.port.model] the submission has the model of the route, however the caller names what it wants',
      holds: async (harness) => {
        const { requests, route } = harness;
        const named = { ...requests.succeeds, model: 'as-called', family: 'as-called' };
        const submission = await prepared(harness, named, 'correlation-1');
        ok(JSON.stringify(submission).includes(route.model), 'the model of the route is missing');
      },
    },
    {
      name: 'a submission survives being saved, and carries the version of its form',
      holds: async (harness) => {
        const submission = await prepared(harness, harness.requests.succeeds, 'correlation-1');
        ok(Number.isSafeInteger(submission.version), 'a submission needs a version');
      },
    },
    {
      name: 'preparing sends nothing',
      holds: async (harness) => {
        await prepared(harness, harness.requests.succeeds, 'correlation-1');
        await harness.advance(60_000);
        equal(await harness.accepted(), 0);
      },
    },
  ],
};
