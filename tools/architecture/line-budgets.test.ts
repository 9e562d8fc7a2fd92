import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSnippets } from '../docs/read-snippets.ts';
import {
  allowedLines,
  countLines,
  findBudgetBreaches,
  type LineBudgets,
  parseLineBudgets,
  readLineBudgets,
  slackOf,
} from './line-budgets.ts';
import { weightRemarks, weightTable } from './weight.ts';

const root = resolve(import.meta.dirname, '../..');
const budgets = readLineBudgets(root);

/** Sum of all `onlyLowered`. Lower this number as the sum falls; never raise it. */
const mostWithoutReason = 140_053;

function problems(lines: number, budget: LineBudgets[string]) {
  const found = findBudgetBreaches(new Map([['packages/core', lines]]), {
    'packages/core': budget,
  });
  return found.map(({ path, problem }) => `${path} ${problem}`);
}

describe('lines of source', () => {
  function countIn(files: Readonly<Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), 'filmgate-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return Object.fromEntries(countLines(folder));
  }

  it('are those of every language, wherever in the package', () => {
    const files = {
      'packages/core/src/a.ts': '1\n2\n',
      'packages/core/src/job/b.tsx': '1\n\n3\n',
      'packages/core/python/c.py': '1\n',
      'packages/server/vite.config.ts': '1\n',
      'tools/check.mjs': '1\n2\n',
      'bench/src/d.ts': '1\n',
    };
    expect(countIn(files)).toEqual({
      'packages/core': 6,
      'packages/server': 1,
      tools: 2,
      bench: 1,
    });
  });

  it('leave out tests, generated files, resources and builds', () => {
    const files = {
      'packages/core/src/a.ts': '1\n',
      'packages/core/src/a.test.ts': '1\n',
      'packages/core/test/http/b.ts': '1\n',
      'packages/core/bench/b.ts': '1\n',
      'packages/core/src/c.gen.ts': '1\n',
      'packages/core/src/d.json': '1\n',
      'packages/core/src/d.css': '1\n',
      'packages/core/dist/a.js': '1\n',
      'packages/core/node_modules/zod/a.js': '1\n',
    };
    expect(countIn(files)).toEqual({ 'packages/core': 1 });
  });
});

describe('a budget', () => {
  const raises = [{ by: 100, buys: 'Testers replay what a provider answered.' }];

  it('is the sum of the lines that need no reason and of every raise', () => {
    expect(problems(1100, { onlyLowered: 1000, raises })).toEqual([]);
    const [over = ''] = problems(1101, { onlyLowered: 1000, raises });
    expect(over).toContain('packages/core is 1 line over its budget: delete as many, or add');
  });

  it('follows deletions, small ones apart', () => {
    expect(problems(950, { onlyLowered: 1000, raises: [] })).toEqual([]);
    expect(problems(9900, { onlyLowered: 9999, raises: [] })).toEqual([]);
    const [far = ''] = problems(940, { onlyLowered: 1000, raises: [] });
    expect(far).toContain('60 lines below its budget: lower the budget by 60, to 940');
  });

  it('is there for each folder of source and for nothing else', () => {
    const [missing] = findBudgetBreaches(new Map([['packages/core', 7]]), {});
    expect(missing?.problem).toContain('add one of 7 lines');
    const [gone] = findBudgetBreaches(new Map(), { tools: { onlyLowered: 1, raises: [] } });
    expect(gone?.problem).toContain('is no folder of source');
  });

  it('is raised as the guide shows', () => {
    const [snippet] = readSnippets('line-budget');
    const shown = parseLineBudgets({ tools: JSON.parse(snippet.text) });
    expect(Object.values(shown).map(allowedLines)).toEqual([4106]);
  });

  it.each(['', 'More.', 'testers replay what a provider answered', undefined])(
    'is not raised for the reason %j',
    (buys) => {
      const raised = { tools: { onlyLowered: 1, raises: [{ by: 1, buys }] } };
      expect(() => parseLineBudgets(raised)).toThrow('buys');
    },
  );
});

describe('[suite.line-budgets] in the sources', () => {
  it('every folder is within its budget, and no budget is far above what stands', () => {
    const found = findBudgetBreaches(countLines(root), budgets);
    expect(found.map(({ path, problem }) => `${path} ${problem}`)).toEqual([]);
  });

  it('the lines that need no reason are no more than they were', () => {
    const sum = Object.values(budgets).reduce((total, { onlyLowered }) => total + onlyLowered, 0);
    expect(sum).toBeLessThanOrEqual(mostWithoutReason);
    expect(mostWithoutReason - sum).toBeLessThanOrEqual(slackOf(sum));
  });

  it('two lines say how long both lists are', () => {
    expect(weightRemarks(root)).toEqual([
      expect.stringMatching(
        /^\d+ dependencies between folders close a cycle; their list only shrinks$/,
      ),
      expect.stringMatching(/^\d+ of \d+ packages within their budget: [\d,]+ of [\d,]+ lines$/),
    ]);
    expect(weightTable(root)).toHaveLength(Object.keys(budgets).length + 1);
  });
});
