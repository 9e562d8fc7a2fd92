import { describe, expect, it } from 'vitest';
import type { Failed } from '../api/outcome.ts';
import { refusedField } from './refused-field.ts';

const refused = (detail: string): Failed => ({
  kind: 'refused',
  status: 422,
  detail,
  code: null,
  requestId: 'r1',
  retryAfterMs: null,
});
const fields = ['name', 'total_limit', 'families'];

describe('[console.forms-checked] the field a refusal is about', () => {
  it.each([
    ['total_limit must not be negative', 'total_limit', 'Must not be negative'],
    ['families.0 must not be empty', 'families', 'Must not be empty'],
    [
      'families names no family of the catalog: "x"',
      'families',
      'Names no family of the catalog: "x"',
    ],
  ])('%s', (detail, field, message) => {
    expect(refusedField(refused(detail), fields)).toEqual({ field, message });
  });

  it.each(['The store cannot be reached.', 'Name your price', 'name', 'named must be', ''])(
    'is null for: %s',
    (detail) => {
      expect(refusedField(refused(detail), fields)).toBeNull();
    },
  );

  it('is null when no answer came', () => {
    expect(refusedField({ kind: 'unreachable' }, fields)).toBeNull();
  });
});
