import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isTestFile, type Violation } from './source-file.ts';

/** Path of the list of budgets. */
const budgetFile = 'tools/architecture/line-budgets.json';

const budgetSchema = z.strictObject({
  /** Lines that need no reason. This number is lowered with the source and never raised. */
  onlyLowered: z.int().min(0),
  /** Lines added since, each time with their benefit to a user. */
  raises: z.array(
    z.strictObject({
      by: z.int().positive(),
      buys: z.string().regex(/^\p{Lu}.{20,}\.$/u, 'a sentence that says what a user gets'),
    }),
  ),
});

/** Lines of source that a folder may have. */
type LineBudget = z.infer<typeof budgetSchema>;

/** Budgets by folder: `packages/core`, `tools`. */
export type LineBudgets = Readonly<Record<string, LineBudget>>;

export function parseLineBudgets(value: unknown): LineBudgets {
  return z.record(z.string(), budgetSchema).parse(value);
}

export function readLineBudgets(root: string): LineBudgets {
  return parseLineBudgets(JSON.parse(readFileSync(join(root, budgetFile), 'utf8')));
}

/** Programming languages. Styles, pages, texts and JSON are resources. */
const CODE = '*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,py,lua,sql}';
const NOT_OURS = ['node_modules', 'dist'];
const GENERATED = /\.gen\.[a-z]+$/;
/** Folders with a budget: every package, the tools and the benchmarks. */
const FOLDER = /^(?:packages\/[^/]+|tools|bench)(?=\/)/;

/** Lines of source by folder, tests and generated files apart. */
export function countLines(root: string): ReadonlyMap<string, number> {
  const paths = globSync(`{packages/*,tools,bench}/**/${CODE}`, {
    cwd: root,
    exclude: (name) => NOT_OURS.includes(name),
  }).map((path) => path.replaceAll('\\', '/'));
  const lines = new Map<string, number>();
  for (const path of paths.toSorted()) {
    if (isTestFile(path) || GENERATED.test(path)) continue;
    const [folder = ''] = FOLDER.exec(path) ?? [];
    const own = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
    lines.set(folder, (lines.get(folder) ?? 0) + own);
  }
  return lines;
}

/** The budget in force, with all raises. */
export function allowedLines({ onlyLowered, raises }: LineBudget): number {
  return raises.reduce((sum, { by }) => sum + by, onlyLowered);
}

/**
 * Unused lines that a budget may have: 1 %, at least 50. A small deletion needs no change of the budget, and a large
 * one cannot be spent again in silence.
 */
export const slackOf = (lines: number): number => Math.max(50, Math.floor(lines / 100));

const counted = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

function problemOf(lines: number, budget: LineBudget | undefined): string | undefined {
  if (budget === undefined) return `has no budget: add one of ${counted(lines)}`;
  const over = lines - allowedLines(budget);
  if (over > 0)
    return `is ${counted(over)} over its budget: delete as many, or add a raise by ${over} that says what it buys a user`;
  if (-over <= slackOf(lines)) return undefined;
  return `is ${counted(-over)} below its budget: lower the budget by ${-over}, to ${lines}`;
}

/** Folders over their budget or far below it, and budgets of nothing. */
export function findBudgetBreaches(
  lines: ReadonlyMap<string, number>,
  budgets: LineBudgets,
): readonly Violation[] {
  const folders = new Set([...lines.keys(), ...Object.keys(budgets)]);
  return [...folders].flatMap((folder) => {
    const own = lines.get(folder);
    const problem = own === undefined ? 'is no folder of source' : problemOf(own, budgets[folder]);
    return problem === undefined ? [] : [{ path: folder, problem: `${problem} (${budgetFile})` }];
  });
}
