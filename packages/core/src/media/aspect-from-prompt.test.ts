import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aspectPromptCases } from '../../test/aspect-prompt-cases.ts';
import { aspectFromPrompt } from './aspect-from-prompt.ts';

const ratios = ['16:9', '9:16', '1:1'] as const;

/** Text that contains no ratio, touches none, and states neither a time nor fidelity beside one. */
const neutralText = fc
  .array(fc.constantFrom('fox', 'snow', '雪', '狐狸', '🎬', '5', '1080p', 'in', ',', '。', '\n'), {
    maxLength: 12,
  })
  .map((words) => words.join(' '));

function response(prompt: string): string | null {
  return aspectFromPrompt(prompt) ?? null;
}

describe('aspectFromPrompt, rule by rule', () => {
  const readable = aspectPromptCases.filter(({ rule }) => rule !== 'tokens-unread');

  it.each(readable)('[tasks.aspect.$rule] reads $aspect in "$prompt"', ({ prompt, aspect }) => {
    expect(response(prompt)).toBe(aspect);
  });

  it.each([
    ['a no-break space around the sign', 'fox 9\u00a0:\u00a016', '9:16'],
    ['a full-width space around the sign', '狐狸 9\u3000：\u300016', '9:16'],
    ['no line break around the sign', 'fox 9:\n16', null],
    ['no full-width digits', '狐狸 ９:１６', null],
  ])('[tasks.aspect.signs] allows %s', (_, prompt, aspect) => {
    expect(response(prompt)).toBe(aspect);
  });

  it.each([
    ['9：16：1', null],
    ['2∶9:16', null],
    ['16:9，5秒', '16:9'],
    ['1: 16:9', '16:9'],
    ['16:9 :1', '16:9'],
    ['9:16:16:9', null],
  ])('[tasks.aspect.touching] reads %s as %s', (prompt, aspect) => {
    expect(response(prompt)).toBe(aspect);
  });

  it.each([
    ['9:16 A.M.', null],
    ['9:16 a.m, outside', null],
    ['9:16 o’clock', null],
    ['下午 9:16', null],
    ['9:16 点', null],
    ['9:16 pmx', '9:16'],
    ['9:16\nam', '9:16'],
    ['晚上，16:9', '16:9'],
    ['1:1 pm, 16:9', '16:9'],
  ])('[tasks.aspect.time-of-day] reads %j as %s', (prompt, aspect) => {
    expect(response(prompt)).toBe(aspect);
  });
});

describe('aspectFromPrompt, words of fidelity', () => {
  const inflections = [
    'lip-sync',
    'lip syncs',
    'lipsynced',
    'lip‑syncing',
    'lip-synching',
    'lip synchronization',
    'mouth',
    'mouths',
    'mouthed',
    'mouthing',
    'precision',
    'accuracy',
    'accuracies',
    'match',
    'matches',
    'matched',
    'matching',
    'restore',
    'restores',
    'restored',
    'restoring',
    'restoration',
    'restorations',
    'replica',
    'replicas',
    'recreate',
    're-creates',
    'recreation',
    'reproduce',
    'reproduces',
    'reproducing',
    'reproduction',
    'copy',
    'copies',
    'copying',
    'clone',
    'clones',
    'cloning',
    'scale',
    'scales',
    'scaling',
    'Scaled',
    'COPIED',
    "mouth's",
    '口型',
    '对口型',
    '精度',
    '还原',
    '复刻',
    '复原',
    '同步',
    '比对',
  ];

  it.each(inflections)('[tasks.aspect.fidelity] recognises "%s" beside a 1:1', (word) => {
    expect(response(`${word} 1:1`)).toBeNull();
    expect(response(`1:1 ${word}`)).toBeNull();
  });

  it.each(['upscale', 'scaley', 'rematch', 'photocopy', 'goalmouth', 'cyclone', 'precise'])(
    '[tasks.aspect.fidelity] leaves a 1:1 beside "%s"',
    (word) => {
      expect(response(`${word} 1:1`)).toBe('1:1');
      expect(response(`1:1 ${word}`)).toBe('1:1');
    },
  );

  const connectives = [
    'at',
    'in',
    'with',
    'of',
    'to',
    'a',
    'the',
    'AT',
    '的',
    '为',
    '按',
    '以',
    '比例',
    '的比例',
  ];

  it.each(connectives)('[tasks.aspect.fidelity-joining] lets "%s" stand between', (connective) => {
    expect(response(`scale ${connective} 1:1`)).toBeNull();
    expect(response(`1:1 ${connective} scale`)).toBeNull();
    expect(response(`scale = ${connective} 1:1`)).toBeNull();
    expect(response(`还原${connective} 1:1`)).toBeNull();
  });

  it.each([
    'scale at the 1:1',
    '1:1 of the scale',
    'scale-1:1',
    '1:1/scale',
    'scale for 1:1',
    'scale\n1:1',
    'scaleat 1:1',
    '还原的以1:1',
  ])('[tasks.aspect.fidelity-joining] reads a 1:1 in %j', (prompt) => {
    expect(response(prompt)).toBe('1:1');
  });
});

describe('aspectFromPrompt, laws', () => {
  it('[tasks.aspect.first-in-order] does not change its result with neutral text around', () => {
    const prompts = fc.constantFrom(...aspectPromptCases.map(({ prompt }) => prompt));
    fc.assert(
      fc.property(neutralText, prompts, neutralText, (before, prompt, after) => {
        expect(aspectFromPrompt(`${before}\n${prompt}\n${after}`)).toBe(aspectFromPrompt(prompt));
      }),
    );
  });

  it('[tasks.aspect.rank] chooses the first of the highest rank in any row of ratios', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ratios), { maxLength: 8 }), (row) => {
        const expected = row.find((ratio) => ratio !== '1:1') ?? row[0];
        expect(aspectFromPrompt(row.join(', and '))).toBe(expected);
      }),
    );
  });

  it('returns for any text, with a ratio that is in it', () => {
    const fragments = [
      '1',
      '9',
      '16',
      ':',
      '：',
      ' ',
      'a',
      'scale',
      '.',
      'am',
      '还原',
      '的',
      '[[',
      '\ud83c',
    ];
    const text = fc
      .array(fc.constantFrom(...fragments), { maxLength: 60 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (prompt) => {
        const found = aspectFromPrompt(prompt);
        const seen = prompt.replace(/[\s]/g, '').replace(/[：∶]/g, ':');
        expect(found === undefined || seen.includes(found)).toBe(true);
      }),
    );
  });

  it.each([
    ['spaces', ' ', ''],
    ['numbers and spaces', `1${' '.repeat(99)}`, ''],
    ['squares', '1:1', ''],
    ['squares apart', '1:1 ', ''],
    ['signs', '1 : ', ''],
    ['joining words', '1:1 a ', ''],
    ['words of fidelity', '1:1 a scale ', ''],
    ['colons', ':', '1:1'],
  ])('needs time in proportion to the text: %s', (_, unit, end) => {
    const timeOf = (length: number): number => {
      const text = `1:1x${unit.repeat(Math.floor(length / unit.length))}${end}`;
      const runs = Array.from({ length: 5 }, () => {
        const start = performance.now();
        aspectFromPrompt(text);
        return performance.now() - start;
      });
      return Math.min(...runs);
    };
    // Sixteen times the text in quadratic time would be 256 times as much; 1 ms keeps the clock's grain out.
    expect(timeOf(320_000)).toBeLessThan(100 * (timeOf(20_000) + 1));
    expect(timeOf(20_000)).toBeLessThan(250);
  });
});
