import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { openEngine, sampleNow } from '../../support/open-engine.ts';
import {
  sampleAccount,
  sampleCorrelationId,
  sampleRequest,
  sampleRoute,
} from '../../support/sample-request.ts';

/** Searches a submission at an endpoint with this response. */
async function look(body: JsonValue, status = 200) {
  const { client, transport } = openEngine(kling.describe({}), () => ({ status, body }));
  const submission = client.prepare({
    request: sampleRequest(),
    route: sampleRoute({ model: 'kling-x' }),
    account: sampleAccount,
    correlationId: sampleCorrelationId,
    noticeUrl: null,
  });
  const outcome = await client.reconcile?.({
    account: sampleAccount,
    submission,
    correlationId: sampleCorrelationId,
    sentBetween: { from: sampleNow - 30 * 86_400_000, to: sampleNow - 29 * 86_400_000 },
    isOwned: async () => false,
    unanswered: async () => [],
    signal: new AbortController().signal,
  });
  return { outcome, calls: transport.calls };
}

function list(...tasks: readonly JsonValue[]): JsonValue {
  return { code: 0, message: 'SUCCEED', request_id: 'r-1', data: tasks };
}

const ours = { id: '8', status: 'processing', external_id: sampleCorrelationId };

describe('a lost Kling submission', () => {
  it('[providers.kling.finds] is asked for by its own id', async () => {
    const { outcome, calls } = await look(list(ours));
    expect(calls.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/tasks?external_task_ids=${sampleCorrelationId}`],
    ]);
    expect(outcome).toEqual({ kind: 'found', handle: { version: 1, value: '8' } });
  });

  it('[providers.kling.finds] that was made twice under one name is for a person to rule', async () => {
    const { outcome } = await look(list(ours, { ...ours, id: '9' }));
    const among = ['8', '9'].map((id) => ({ id, createdAt: null, compared: [] }));
    expect(outcome).toEqual({ kind: 'ambiguous', candidates: 2, among });
  });

  it.each([
    [list(), 200],
    [list({ id: '7', status: 'processing', external_id: 'of-another' }), 200],
    [list({ id: '7', status: 'processing' }), 200],
    [list({ status: 'processing', external_id: sampleCorrelationId }), 200],
    [{ code: 5000, message: 'm' }, 500],
    [{ code: 1302, message: 'm' }, 429],
    [{ code: 0, data: {} }, 200],
    [{}, 200],
  ] as const)(
    '[providers.kling.finds] never counts as absent, and nothing else counts as it: %j with %d',
    async (body, status) => {
      const { outcome } = await look(body, status);
      expect(outcome).toMatchObject({ kind: 'transient' });
    },
  );
});

describe('a list in Kling’s response to a search', () => {
  it.each([
    [list(), true],
    [list({ id: '7', external_id: 'of-another' }), true],
    [list({ id: '7' }), undefined],
    [list({ id: '7', external_id: 7 }), undefined],
    [list(7), undefined],
    [{ data: [] }, undefined],
    [{ code: '0', data: [] }, undefined],
  ])('[providers.kling.finds] %j shows nothing of ours for sure: %s', async (body, isEmpty) => {
    const { outcome } = await look(body);
    expect(outcome).toEqual({
      kind: 'transient',
      detail: expect.any(String),
      ...(isEmpty === true && { isEmpty }),
    });
  });
});
