import type { Check } from './check.ts';
import { commandCheck } from './command-check.ts';

/** Builds the packages as they are published: JavaScript and declarations. */
export function buildCheck(root: string): Check {
  return commandCheck({ name: 'build', command: ['node', 'tools/build.mjs'], root });
}
