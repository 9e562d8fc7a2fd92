import { promptSpaces } from './prompt-spaces.ts';
import type { TextSpan } from './text-span.ts';

const space = new RegExp(`[${promptSpaces}]`);
/** Longer than any mark below. */
const reach = 12;
const markAfter = /^(?:(?:[ap]m|[ap]\.m\.?|o['’]clock)(?![a-z0-9])|点|分)/i;
const markBefore = /(?:上午|下午|早上|晚上|凌晨|中午|傍晚)$/;

/** Whether a ratio is a time of day by the mark right after or before it [tasks.aspect.time-of-day]; spaces may stand between. */
export function statesTimeOfDay(text: string, { start, end }: TextSpan): boolean {
  let after = end;
  while (space.test(text.charAt(after))) after += 1;
  let before = start;
  while (space.test(text.charAt(before - 1))) before -= 1;
  return (
    markAfter.test(text.slice(after, after + reach)) ||
    markBefore.test(text.slice(Math.max(0, before - reach), before))
  );
}
