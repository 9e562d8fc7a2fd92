import { describe, expect, it } from 'vitest';
import {
  aspectPromptCases,
  type AspectPromptCase,
} from '../../../core/test/aspect-prompt-cases.ts';
import { parked } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

function casesOf(rule: AspectPromptCase['rule']): readonly AspectPromptCase[] {
  const cases = aspectPromptCases.filter((row) => row.rule === rule);
  expect(cases.length).toBeGreaterThan(4);
  return cases;
}

async function check({ prompt, aspect }: AspectPromptCase): Promise<void> {
  const text = parked(prompt);
  const task = taskOf(await shared.tasks.create({ prompt: text, resolution: '720p' }));
  expect(task.aspect_ratio).toBe(aspect ?? '16:9');
  expect(task.prompt).toBe(text);
}

/** Number of cases of each rule in `npm test`: the core proves them case by case. */
const standing = 3;
const parts = [
  { part: 'the first of each rule', tags: ['sampled'], range: [0, standing] },
  { part: 'all others', tags: ['long'], range: [standing] },
] as const;

describe.each(parts)('the aspect of a prompt, $part', ({ tags, range }) => {
  const options = { tags: [...tags] };
  const some = (rule: AspectPromptCase['rule']) => casesOf(rule).slice(...range);
  it.each(some('prompt-third'))('[tasks.aspect.prompt-third] $prompt', options, check);
  it.each(some('signs'))('[tasks.aspect.signs] $prompt', options, check);
  it.each(some('touching'))('[tasks.aspect.touching] $prompt', options, check);
  it.each(some('time-of-day'))('[tasks.aspect.time-of-day] $prompt', options, check);
  it.each(some('fidelity'))('[tasks.aspect.fidelity] $prompt', options, check);
  it.each(some('fidelity-joining'))('[tasks.aspect.fidelity-joining] $prompt', options, check);
  it.each(some('rank'))('[tasks.aspect.rank] $prompt', options, check);
  it.each(some('first-in-order'))('[tasks.aspect.first-in-order] $prompt', options, check);
  it.each(some('tokens-unread'))('[tasks.aspect.tokens-unread] $prompt', options, check);
});
