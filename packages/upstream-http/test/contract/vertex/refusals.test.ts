import { describe, expect, it } from 'vitest';
import { vertex } from '../../../src/vertex/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.vertex.refusals]';
const description = vertex.describe({});
const wish = { route: { model: 'veo-3.1-generate-001' }, request: { durationSeconds: 8 } };

/** Codes that prove nothing, beside those of the table. */
const others = [
  ...['INTERNAL', 'UNKNOWN', 'UNAVAILABLE', 'DEADLINE_EXCEEDED', 'ABORTED', 'CANCELLED'],
  ...['OUT_OF_RANGE', 'ALREADY_EXISTS', 'UNIMPLEMENTED', 'RESOURCE_EXHAUSTED.402'],
];

function bodyOf(code: string | null) {
  if (code === null) return undefined;
  const message = code.endsWith('.key') ? 'API key not valid.' : 'said so';
  const status = code.replace(/\.(?:key|402)$/, '');
  return { error: { code: code.endsWith('.402') ? 402 : 400, message, status } };
}

describe('[providers.vertex.refusals] Vertex AI', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others, wish });

  it('[providers.vertex.refusals] an error of its own inside, or of a cancelled call, is in no row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(499);
      expect(others).not.toContain(code);
    }
  });

  const error = { code: 400, status: 'INVALID_ARGUMENT', message: 'm' };
  it.each([
    { error, name: 'publishers/google/models/veo/operations/o-1' },
    { error, done: true },
    { error, response: {} },
    { error, metadata: {} },
    { error: { code: 3, message: 'm' } },
    { error: 'INVALID_ARGUMENT' },
  ])('[providers.vertex.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
