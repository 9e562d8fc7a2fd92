import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testProjects } from '../../vitest.config.ts';
import { root, runCommand } from './run-command.ts';
import { everydayRun, longRuns, withProjects } from './test-runs.ts';

describe('npm test', () => {
  it('[commands.test] and the long run are what CI runs, whose last line is the sum', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filmgate-ci-'));
    try {
      mkdirSync(join(folder, '.ci'));
      mkdirSync(join(folder, 'bin'));
      cpSync(join(root, '.ci', 'run'), join(folder, '.ci', 'run'));
      const says = `case "$*" in test) echo "12 passed, 1 failed"; exit 1;; "run test:long") echo "30 passed, 0 failed";; esac\n`;
      writeFileSync(join(folder, 'bin', 'npm'), `#!/bin/sh\n${says}`, { mode: 0o755 });
      const env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}` };
      const { succeeded, output } = await runCommand(['bash', join(folder, '.ci', 'run')], { env });
      expect(succeeded).toBe(false);
      expect(output.trim().split('\n').at(-1)).toBe('42 passed, 1 failed');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('[commands.test] and the long run are commands of the project', () => {
    const schema = z.object({ scripts: z.record(z.string(), z.string()) });
    const { scripts } = schema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    expect(scripts).toMatchObject({
      test: 'node tools/check.mjs',
      'test:long': 'node tools/check.mjs --long',
    });
  });

  it('[commands.test] leaves no project out: each runs in one of them', () => {
    const run = new Set([everydayRun, ...longRuns].flatMap(({ projects }) => projects));
    expect([...run].toSorted()).toEqual(testProjects.map(({ name }) => name).toSorted());
  });

  it.each(
    [[], ['long'], ['sampled']].map((tags) => ({ tags, runs: tags.includes('sampled') ? 2 : 1 })),
  )('[commands.test] a test with the tags $tags runs in $runs of them', ({ tags, runs }) => {
    const choosing = [everydayRun, ...longRuns].filter(
      ({ projects, isChosen }) => projects.includes('unit') && isChosen(tags),
    );
    expect(choosing).toHaveLength(runs);
  });

  it('runs some projects by their names', () => {
    const projects = (names: readonly string[]) =>
      withProjects(longRuns, names).map((run) => run.projects);
    expect(projects(['fault', 'mutation'])).toEqual([['fault'], ['mutation']]);
    expect(projects(['valkey'])).toEqual([['valkey']]);
  });

  it('[commands.test] runs every check: each is a project of its own', () => {
    const names = testProjects.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['static', 'packed-packages', 'mutation']));
    const included = testProjects.flatMap(({ include }) => include);
    expect(globSync('**/*.check.ts', { cwd: join(root, 'tools') })).not.toHaveLength(0);
    for (const path of globSync('tools/**/*.check.ts', { cwd: root }))
      expect(included).toContain(path);
  });

  it('[proof.mutation] breaks below 90 % of jobs, accounts and quota, and leaves none of their files out', () => {
    const text = readFileSync(join(root, 'tools/mutation/stryker.config.json'), 'utf8');
    const schema = z.object({
      mutate: z.array(z.string()),
      thresholds: z.object({ break: z.number() }),
      incremental: z.literal(false),
    });
    const { mutate, thresholds } = schema.parse(JSON.parse(text));
    expect(thresholds.break).toBeGreaterThanOrEqual(90);
    expect(mutate).toEqual([
      'packages/core/src/{job,account,quota}/**/*.ts',
      '!packages/core/src/{job,account,quota}/**/*.test.ts',
    ]);
  });
});
