import { readFolderExceptions } from './folder-cycles.ts';
import { allowedLines, countLines, readLineBudgets } from './line-budgets.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const formatted = (number: number) => number.toLocaleString('en-US');

/** Lines of source of one folder beside its budget, which is 0 where there is none. */
interface Weight {
  readonly folder: string;
  readonly lines: number;
  readonly allowed: number;
}

function weigh(root: string): readonly Weight[] {
  const budgets = readLineBudgets(root);
  return [...countLines(root)].map(([folder, lines]) => {
    const budget = budgets[folder];
    return { folder, lines, allowed: budget === undefined ? 0 : allowedLines(budget) };
  });
}

/** Two lines for the end of `npm test`: the length of each list, and the lines of all packages. */
export function weightRemarks(root: string): readonly string[] {
  const weights = weigh(root);
  const packages = weights.filter(({ folder }) => folder.startsWith('packages/'));
  const within = packages.filter(({ lines, allowed }) => lines <= allowed);
  const lines = formatted(sum(packages.map((one) => one.lines)));
  const allowed = formatted(sum(packages.map((one) => one.allowed)));
  return [
    `${readFolderExceptions(root).length} dependencies between folders close a cycle; their list only shrinks`,
    `${within.length} of ${packages.length} packages within their budget: ${lines} of ${allowed} lines`,
  ];
}

/** Lines and budget of each folder, as a table. */
export function weightTable(root: string): readonly string[] {
  const weights = weigh(root);
  const width = Math.max(...weights.map(({ folder }) => folder.length));
  const row = (folder: string, lines: string, allowed: string) =>
    `${folder.padEnd(width)}  ${lines.padStart(7)}  ${allowed.padStart(7)}`;
  return [
    row('', 'lines', 'budget'),
    ...weights.map(({ folder, lines, allowed }) =>
      row(folder, formatted(lines), formatted(allowed)),
    ),
  ];
}
