import { describe, expect, it } from 'vitest';
import { minimax } from '../../../src/minimax/index.ts';
import { holdsRefusalTable } from '../../support/refusal-table.ts';

const ids = '[providers.minimax.refusals]';
const description = minimax.describe({});

/** Codes that prove nothing, beside those of the table. */
const others = [
  ...['1000', '1001', '1024', '1027', '2001', '4999', 'overloaded_error', 'server_error'],
];

/** The error of a code: a number at the end of the text, or a type without one. */
function bodyOf(code: string | null) {
  if (code === null) return undefined;
  const isNumber = /^\d{4}$/.test(code);
  const type = isNumber ? 'bad_request_error' : code;
  const message = isNumber ? `said so (${code})` : 'said so';
  return { type: 'error', error: { type, message, http_code: '400' }, request_id: '0217' };
}

/** Letters for an error without a number, or another number. */
const randomCode = (random: () => number) =>
  random() < 0.5
    ? String(3_000 + Math.floor(random() * 6_999))
    : `t${random().toString(36).slice(2)}_error`;

describe('[providers.minimax.refusals] MiniMax', () => {
  holdsRefusalTable(ids, { description, bodyOf, codes: others, randomCode });

  it('[providers.minimax.refusals] neither an overload nor a video that was made is in a row', () => {
    for (const { status, code } of description.refusals) {
      expect(status).toBeLessThan(500);
      expect(others).not.toContain(code);
    }
  });

  it.each([
    ['invalid params, content must include a text (2013)', '2013'],
    ['login fail: Please carry the API secret key in the header (1004)', '1004'],
    ['rate limit (1002), please retry later', 'x_error'],
    ['the limit is 30 (MB)', 'x_error'],
  ])('[providers.minimax.refusals] %j has the code %s', (message, code) => {
    const body = { type: 'error', error: { type: 'x_error', message }, request_id: '0217' };
    expect(description.readRefusal({ status: 400, body })).toEqual({ code, message });
  });

  const error = { type: 'bad_request_error', message: 'invalid params (2013)', http_code: '400' };
  it.each([
    { type: 'error', error, task_id: '424010985738629' },
    { type: 'error', error, task: { id: '424010985738629' } },
    { error },
    { type: 'error', error: 'invalid params (2013)' },
    { type: 'error', error: { message: 'invalid params (2013)' } },
    // The form of the older interface, which no page of this one has.
    { base_resp: { status_code: 1004, status_msg: 'login fail' } },
    { status_code: 1004 },
  ])('[providers.minimax.refusals] %j is no refusal', (body) => {
    expect(description.readRefusal({ status: 400, body })).toBeUndefined();
  });
});
