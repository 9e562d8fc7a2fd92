import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { kling } from '../../../src/kling/index.ts';
import { openEngine, submitSample } from '../../support/open-engine.ts';
import { sampleCorrelationId } from '../../support/sample-request.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.kling.refusals]';
const codes = [
  0, 1000, 1001, 1002, 1003, 1004, 1100, 1101, 1102, 1103, 1200, 1201, 1202, 1203, 1300, 1301, 1302,
  1303, 1304, 5000, 5001, 5002,
].map(String);

/** Returns the documented body; undefined for a code that is not a number. */
function bodyOf(code: string | null) {
  const number = Number(code);
  return code === null || !Number.isInteger(number)
    ? undefined
    : { code: number, message: 'said so', request_id: 'r-1' };
}

describe('[providers.kling.refusals] Kling', () => {
  const description = kling.describe({});
  const wish = { route: { model: 'kling-x' } };
  const nothingFound = { code: 0, message: 'SUCCEED', data: [] };
  // Kling's codes are numbers: near those of its list, where a wide row would show, and far from them.
  const randomCode = (random: () => number): string =>
    String(Math.floor(random() * (random() < 0.8 ? 2_000 : 100_000)));
  holdsRefusalTable(ids, { description, bodyOf, codes, wish, nothingFound, randomCode });

  it('[providers.kling.refusals] three of its responses with 429 concern money', () => {
    const money = description.refusals.filter(({ kind }) => kind === 'credits');
    expect(money.map(({ status, code }) => [status, code])).toEqual([
      [429, '1100'],
      [429, '1101'],
      [429, '1102'],
    ]);
  });

  it('[providers.kling.refusals] an error of its own inside is in no row', () => {
    const said = description.refusals.filter(
      ({ status, code }) => status >= 500 || code?.startsWith('5') === true,
    );
    expect(said).toEqual([]);
    expect(description.refusals.map(({ code }) => Number(code)).toSorted()).toEqual(
      codes.map(Number).filter((code) => code > 0 && code < 5_000),
    );
  });

  it.each([
    { code: 1201, message: 'm', data: { id: '8' } },
    { code: 1201, message: 'm', data: { task_id: '8' } },
    { code: '1201', message: 'm' },
    { code: 1201.5, message: 'm' },
    { code: 1201 },
    { error: { code: 1201, message: 'm' } },
  ])('[providers.kling.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});

describe('a Kling submission that is refused as one that arrived before', () => {
  const second = { code: 1201, message: 'external_task_id already exists', request_id: 'r-1' };
  const listOf = (...data: readonly JsonValue[]) => ({ code: 0, message: 'SUCCEED', data });
  const ours = { id: '8', status: 'submitted', external_id: sampleCorrelationId };

  it.each<[string, JsonValue, object]>([
    ['is accepted where the first is found', listOf(ours), { kind: 'accepted' }],
    ['is refused where no task is found', listOf(), { kind: 'rejected' }],
    ['is unknown beside two', listOf(ours, { ...ours, id: '9' }), { kind: 'unknown' }],
    ['is unknown where nothing can be read', { code: 5000, message: 'm' }, { kind: 'unknown' }],
  ])('[providers.engine.echo] %s', async (_name, found, outcome) => {
    const { client, transport } = openEngine(kling.describe({}), ({ method }) =>
      method === 'POST' ? { status: 400, body: second } : { status: 200, body: found },
    );
    expect(await submitSample(client, { route: { model: 'kling-x' } })).toMatchObject(outcome);
    expect(transport.calls.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });
});
