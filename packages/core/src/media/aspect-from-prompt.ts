import type { AspectRatio } from './aspect-ratio.ts';
import { promptSpaces } from './prompt-spaces.ts';
import { statesFidelity } from './states-fidelity.ts';
import type { TextSpan } from './text-span.ts';

const space = new RegExp(`[${promptSpaces}]`);
/** Longer than any word below. */
const reach = 12;
const timeAfter = /^(?:(?:[ap]m|[ap]\.m\.?|o['’]clock)(?![a-z0-9])|点|分)/i;
const timeBefore = /(?:上午|下午|早上|晚上|凌晨|中午|傍晚)$/;

/** True if the word beside a ratio, with spaces between or not, makes it a time of day [tasks.aspect.time-of-day]. */
function statesTimeOfDay(text: string, { start, end }: TextSpan): boolean {
  let after = end;
  while (space.test(text.charAt(after))) after += 1;
  let before = start;
  while (space.test(text.charAt(before - 1))) before -= 1;
  return (
    timeAfter.test(text.slice(after, after + reach)) ||
    timeBefore.test(text.slice(Math.max(0, before - reach), before))
  );
}

/** Ratios a prompt can ask for. */
export type PromptAspect = Extract<AspectRatio, '16:9' | '9:16' | '1:1'>;

// Only the first number is consumed, so that a ratio beginning inside a false one is still seen.
const sign = `([${promptSpaces}]*[:：∶][${promptSpaces}]*)`;
const ratioForm = new RegExp(`16(?=${sign}9)|9(?=${sign}16)|1(?=${sign}1)`, 'g');

const asciiWord = /[A-Za-z0-9]/;
const digit = /[0-9]/;
const numberSign = /[.,:：∶]/;

interface Candidate extends TextSpan {
  readonly aspect: PromptAspect;
}

function readCandidate(match: RegExpExecArray): Candidate {
  const [first, wide, tall, square] = match;
  const start = match.index;
  const endAfter = (between: string, second: string): number =>
    start + first.length + between.length + second.length;
  if (wide !== undefined) return { aspect: '16:9', start, end: endAfter(wide, '9') };
  if (tall !== undefined) return { aspect: '9:16', start, end: endAfter(tall, '16') };
  return { aspect: '1:1', start, end: endAfter(square ?? '', '1') };
}

/** Returns true if the ratio is part of a longer word or number (`116:9`, `16:9:1`, `16:9.5`). */
function isTouched(text: string, { start, end }: TextSpan): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  return (
    asciiWord.test(before) ||
    asciiWord.test(after) ||
    (numberSign.test(before) && digit.test(text.charAt(start - 2))) ||
    (numberSign.test(after) && digit.test(text.charAt(end + 1)))
  );
}

/**
 * Returns the aspect a prompt asks for, by the rules of [tasks.aspect.prompt-third]; undefined when it asks for none.
 * 16:9 and 9:16 outrank 1:1; within a rank the first one counts. Time grows in proportion to the text.
 */
export function aspectFromPrompt(text: string): PromptAspect | undefined {
  let square: PromptAspect | undefined;
  for (const match of text.matchAll(ratioForm)) {
    const candidate = readCandidate(match);
    if (isTouched(text, candidate)) continue;
    const isSquare = candidate.aspect === '1:1';
    if ((isSquare && square !== undefined) || statesTimeOfDay(text, candidate)) continue;
    if (!isSquare) return candidate.aspect;
    if (!statesFidelity(text, candidate)) square = candidate.aspect;
  }
  return square;
}
