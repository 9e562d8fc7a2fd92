import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradict } from '../../test/support/contradicting-tokens.ts';
import { type Token, tokenChanges } from '../../test/support/token-changes.ts';
import { type MockInstructions, noInstructions } from '../job/mock-instructions.ts';
import { faultTable, knownTokens, nameOf as nameIn } from './fault-table.ts';
import { parseFaultList, parseFaults } from './parse-faults.ts';
import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

const mistakes = [
  'lost-respnse',
  'run',
  'run=',
  'run=2',
  'run=2 s',
  'run=-2s',
  'run=2s=3s',
  'fail=other',
  'fail',
  'refuse=500',
  'refuse=4e2',
  'refuse-code',
  'refuse-code=',
  'refuse-code=a b',
  'response',
  'response=',
  'response=reset',
  'response=own',
  'response=500:30s',
  'response=hang:',
  'response=hang:30',
  'response=cut:30s',
  'accepted=maybe',
  'lost-response=1',
  'hang',
  'reads=5',
  'reads=500:',
  'reads=500:1:2',
  'credits-end',
  'stall',
  'findable=yes',
  'truncate=60',
  'truncate=100%',
  'no-url=many',
  'no-url=1.5',
  'toString',
  'constructor=1',
  '__proto__',
  'Findable',
  '',
];

const nameOf = ([text]: Token) => nameIn(text);
const place = { from: 'prompt' };
const parse = (text: string) => {
  const parsed = parseFaults(text, place);
  return parsed.kind === 'parsed' ? parsed.instructions : parsed;
};

/** Instructions of several tokens: each overrides earlier ones that it contradicts. */
function together(tokens: readonly Token[]): MockInstructions {
  const kept = tokens.filter(
    (one, at) => !tokens.slice(at + 1).some((later) => contradict(nameOf(one), nameOf(later))),
  );
  return kept.reduce<MockInstructions>(
    (before, [, change]) => ({ ...before, ...change }),
    noInstructions,
  );
}

/** Instructions of tokens. */
function meant(text: string): unknown {
  const parsed = parseFaults(text, place);
  return parsed.kind === 'unknown' ? parsed : parsed.instructions;
}

/** A token as it may be written, with what it asks for. */
const anyToken = fc.oneof(
  fc.constantFrom(...tokenChanges),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`run=${n}ms`, { runMs: n }] as const),
  fc.integer({ min: 0, max: 999 }).map((n) => [`queue=${n}s`, { queueMs: n * 1_000 }] as const),
  fc.integer({ min: 0, max: 999_999 }).map((n) => [`no-url=${n}`, { urlMissing: n }] as const),
  fc.integer({ min: 0, max: 99 }).map((n) => [`truncate=${n}%`, { truncateTo: n / 100 }] as const),
);

/** Text without anything that could be a token. */
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('['));

describe('parsing magic tokens', () => {
  it.each(tokenChanges)('[mock.unknown-token] reads %s', (text, change) => {
    expect(parse(`a [[mock:${text}]] lighthouse`)).toEqual({ ...noInstructions, ...change });
  });

  it.each(mistakes)('[mock.unknown-token] refuses %j with a hint', (text) => {
    const expected = { kind: 'unknown', token: text, field: 'prompt', hint: expect.any(String) };
    expect(parseFaults(`[[mock:findable,${text}]]`, place)).toEqual(expected);
  });

  it.each([
    ['lost-respnse', 'did you mean lost-response, lost-request, '],
    ['refuse=428', 'did you mean refuse=429, refuse=400, refuse=401?'],
    ['response=5O3', 'did you mean response=503, response='],
    ['run=2', 'it is written run=2s'],
    ['refus=429', 'did you mean refuse=400|…, '],
  ])('[mock.unknown-token] suggests the nearest to %s', (text, hint) => {
    const parsed = parseFaults(`[[mock:${text}]]`, place);
    expect(parsed).toMatchObject({ kind: 'unknown', hint: expect.stringContaining(hint) });
    expect(JSON.stringify(parsed).length).toBeLessThan(200);
  });

  it.each(['[[mock:run=2s]', '[[mock run=2s]]', '[[Mock:run=2s]]', '[[ mock:run=2s]]', '[[mock:'])(
    '[mock.unknown-token] refuses %j: a fault written wrongly must not pass as a success',
    (text) => {
      expect(parseFaults(`a lighthouse ${text}`, place)).toMatchObject({ kind: 'unknown' });
    },
  );

  it('[mock.unknown-token] knows the tokens it reads, and no others', () => {
    const names = new Set(tokenChanges.map(([text]) => text.split('=')[0]));
    expect(new Set(knownTokens.map((form) => form.split('=')[0]))).toEqual(names);
  });

  it('reads no token in an ordinary prompt', () => {
    for (const prompt of ['a lighthouse', 'a [mock:findable] b', '[[other:findable]]', 'mock']) {
      expect(parse(prompt)).toEqual(noInstructions);
    }
  });

  it('[mock.unknown-token] combines tokens with commas and in several brackets, the later winning', () => {
    const lists = fc.array(
      fc.tuple(words, fc.array(anyToken, { minLength: 1, maxLength: 4 }), words),
    );
    fc.assert(
      fc.property(lists, (parts) => {
        const prompt = parts
          .map(([before, tokens, after]) => {
            return `${before}[[mock:${tokens.map(([text]) => text).join(', ')}]]${after}`;
          })
          .join('');
        const instructions = together(parts.flatMap(([, tokens]) => tokens));
        expect(meant(prompt)).toEqual(instructions);
      }),
    );
  });
});

describe('tokens that contradict each other', () => {
  const pairs = tokenChanges.flatMap((one) =>
    tokenChanges
      .filter((other) => contradict(nameOf(one), nameOf(other)))
      .map((other) => [one, other]),
  );
  const harmless = anyToken.filter(
    (one) =>
      !tokenChanges.some(
        (other) => nameOf(other) !== nameOf(one) && contradict(nameOf(one), nameOf(other)),
      ),
  );

  it('[mock.contradicting-tokens] of every ordered pair the later one counts, whatever stands between', () => {
    expect(pairs.length).toBeGreaterThan(150);
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        fc.array(harmless, { maxLength: 3 }),
        (pair, between) => {
          const [one = '', other = ''] = pair.map(([text]) => text);
          const rest = between.map(([text]) => `${text},`).join('');
          const alone = meant(`[[mock:${rest}${other}]]`);
          expect(meant(`[[mock:${one}]] a boat [[mock:${rest}${other}]]`)).toEqual(alone);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('[mock.contradicting-tokens] all other pairs mean the same in either order', () => {
    for (const one of tokenChanges) {
      for (const other of tokenChanges) {
        if (contradict(nameOf(one), nameOf(other))) continue;
        const both = parse(`[[mock:${one[0]},${other[0]}]]`);
        expect(both).toEqual(together([one, other]));
        expect(parse(`[[mock:${other[0]},${one[0]}]]`)).toEqual(both);
      }
    }
  });
});

describe('a token that a later one overrides', () => {
  it('[mock.rules.explained] is reported with its place and that of the later one', () => {
    const first = parseFaults('[[mock:run=2s,lost-response]]', { from: 'prompt' });
    if (first.kind === 'unknown') throw new Error(first.token);
    const all = parseFaultList('run=2s,refuse=429', { from: 'rule one' }, first);
    expect(all).toMatchObject({
      overridden: [
        { token: 'lost-response', from: 'prompt', by: 'refuse=429', byFrom: 'rule one' },
      ],
    });
  });

  it('[mock.rules.explained] is reported exactly if it has no effect', () => {
    fc.assert(
      fc.property(fc.array(anyToken, { minLength: 1, maxLength: 5 }), (tokens) => {
        const all = parseFaultList(tokens.map(([text]) => text).join(), place);
        if (all.kind === 'unknown') throw new Error(all.token);
        const kept = all.applied.map(([text]) => text).join();
        expect(parseFaultList(kept, place)).toMatchObject({ instructions: all.instructions });
        expect(all.applied.length + all.overridden.length).toBe(tokens.length);
      }),
    );
  });
});

it('[mock.unknown-token] every token is read as it is written, or as its first and last value', () => {
  for (const { form } of faultTable.values()) {
    const [name = '', values = ''] = form.split('=');
    const [first, last] = [values.split('|')[0], values.split('|').at(-1)];
    for (const value of [first, last]) {
      const token = values === '' ? name : `${name}=${value}`;
      expect(parse(`[[mock:${token}]]`), token).not.toHaveProperty('kind');
    }
  }
});

describe('the prompt that is drawn', () => {
  it('[mock.tokens-not-drawn] has its words and none of its tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(words, anyToken)), words, (parts, end) => {
        const prompt = parts.map(([text, [written]]) => `${text}[[mock:${written}]]`).join('');
        const plain = [...parts.map(([text]) => text), end].join(' ');
        expect(stripMagicTokens(prompt + end)).toBe(plain.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});
