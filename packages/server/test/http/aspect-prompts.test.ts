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

describe('the aspect of a prompt', () => {
  it.each(casesOf('prompt-third'))('[tasks.aspect.prompt-third] $prompt', check);
  it.each(casesOf('signs'))('[tasks.aspect.signs] $prompt', check);
  it.each(casesOf('touching'))('[tasks.aspect.touching] $prompt', check);
  it.each(casesOf('time-of-day'))('[tasks.aspect.time-of-day] $prompt', check);
  it.each(casesOf('fidelity'))('[tasks.aspect.fidelity] $prompt', check);
  it.each(casesOf('fidelity-joining'))('[tasks.aspect.fidelity-joining] $prompt', check);
  it.each(casesOf('rank'))('[tasks.aspect.rank] $prompt', check);
  it.each(casesOf('first-in-order'))('[tasks.aspect.first-in-order] $prompt', check);
  it.each(casesOf('tokens-unread'))('[tasks.aspect.tokens-unread] $prompt', check);
});
