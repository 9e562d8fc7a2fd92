import { createSeededRandom } from '@filmgate/conformance';
import type { JsonValue } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import type { ProviderDescription, RefusalRule } from '../../src/engine/provider-description.ts';
import { PlainText } from './scripted-transport.ts';
import { openEngine, submitSample, type SubmitWish } from './open-engine.ts';

/** Possible responses of a protocol, for testing its table of refusals. */
export interface RefusalVocabulary {
  readonly description: ProviderDescription;
  /** Returns the documented body of a code; null = of a response without one. Undefined = no such body exists. */
  readonly bodyOf: (code: string | null) => JsonValue | undefined;
  /** Every known machine code of the provider, those that prove nothing included. */
  readonly codes: readonly (string | null)[];
  /** An empty response to a search by the submission's own name; needed if a row may be an echo. */
  readonly nothingFound?: JsonValue;
  /** Returns a random code in the provider's form; absent = letters, alone or after a known code. */
  readonly randomCode?: (random: () => number) => string;
  /** A request it would send; needed if not every route and request can be sent. */
  readonly wish?: SubmitWish;
}

const statuses = [
  200, 201, 202, 204, 301, 307, 308, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 418,
  422, 425, 426, 429, 431, 500, 501, 502, 503, 504, 520, 529, 599,
];
/** Bodies that proxies and other programs send with the same status. */
const foreignBodies: readonly JsonValue[] = [
  {},
  [],
  null,
  'no',
  { message: 'no healthy upstream' },
  { status: 'error' },
  { error: null },
  { error: 'Bad Gateway' },
  { error: {} },
  { code: null },
];
const randomCells = 200;

/**
 * Checks that exactly the rows of the table are refusals: every status × code of the vocabulary, random others, and
 * foreign bodies.
 */
export function holdsRefusalTable(ids: string, vocabulary: RefusalVocabulary): void {
  const { description, codes } = vocabulary;
  const { refusals } = description;
  const everyCode = [...new Set([...codes, ...refusals.map(codeOf)])];
  const cells = everyCode.flatMap((code) => statuses.map((status) => ({ status, code })));

  describe('the table of refusals', () => {
    it(`${ids} every status × code of the vocabulary is a refusal exactly where a row says so`, async () => {
      expect(refusals.length).toBeGreaterThan(0);
      for (const cell of cells) await holdsCell(vocabulary, cell);
    });

    it(`${ids} so are ${randomCells} random others`, async () => {
      const random = createSeededRandom(1);
      const { randomCode = lettersAfter(everyCode) } = vocabulary;
      for (let count = 0; count < randomCells; count += 1) {
        const status = 200 + Math.floor(random() * 400);
        const held = await holdsCell(vocabulary, { status, code: randomCode(random) });
        expect(held).toBe('held');
      }
    });

    it.each([...new Set(refusals.map(({ status }) => status))])(
      `${ids} %d with a foreign body proves nothing`,
      async (status) => {
        for (const body of [...foreignBodies, new PlainText('<html>'), new PlainText('')])
          expect(await said(vocabulary, status, body)).toBe('unknown');
      },
    );

    it(`${ids} each row names its source and the day it was read`, () => {
      for (const { source, read } of refusals) {
        expect(source.length).toBeGreaterThan(10);
        expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
      }
    });
  });
}

/** Returns letters, half of them after a known code of the provider. */
function lettersAfter(codes: readonly (string | null)[]) {
  return (random: () => number): string => {
    const letters = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
      String.fromCodePoint(97 + Math.floor(random() * 26)),
    );
    const known = codes[Math.floor(random() * codes.length)] ?? '';
    return random() < 0.5 ? letters.join('') : `${known}${letters.join('')}`;
  };
}

/** Returns the code of a row; for a row of many codes, one of them. */
function codeOf({ code }: RefusalRule): string | null {
  return code?.endsWith('*') === true ? `${code.slice(0, -1)}.Some` : code;
}

/** `no-body` = no such response exists. */
async function holdsCell(
  vocabulary: RefusalVocabulary,
  { status, code }: { readonly status: number; readonly code: string | null },
): Promise<'held' | 'no-body'> {
  const body = vocabulary.bodyOf(code);
  if (body === undefined) return 'no-body';
  const rows = vocabulary.description.refusals.filter(
    (row) =>
      row.status === status &&
      (row.code === null ||
        row.code === code ||
        (row.code.endsWith('*') && code?.startsWith(row.code.slice(0, -1)) === true)),
  );
  const nearest = rows.toSorted((one, other) => nearness(other) - nearness(one))[0];
  const outcome = await said(vocabulary, status, body);
  const cell = `${status} ${code ?? '(no code)'}`;
  const expected = nearest === undefined ? 'unknown' : `rejected ${nearest.kind} ${nearest.scope}`;
  expect(`${cell}: ${outcome}`).toBe(`${cell}: ${expected}`);
  return 'held';
}

/** A row with the exact code is more specific than one with a prefix, and that more than one for any code. */
function nearness({ code }: RefusalRule): number {
  if (code === null) return 0;
  return code.endsWith('*') ? code.length : 1_000;
}

async function said(
  { description, wish, nothingFound = null }: RefusalVocabulary,
  status: number,
  body: JsonValue | PlainText,
): Promise<string> {
  const { client, transport } = openEngine(description, ({ method }) =>
    method === 'POST' ? { status, body } : { status: 200, body: nothingFound },
  );
  const outcome = await submitSample(client, wish);
  expect(transport.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  if (outcome.kind !== 'rejected') return outcome.kind;
  return `rejected ${outcome.error.kind} ${outcome.error.scope}`;
}
