import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import * as z from 'zod';
import { root, runCommand } from './run-command.ts';

const configuration = 'tools/mutation/stryker.config.json';
const configurationSchema = z.object({
  jsonReporter: z.object({ fileName: z.string() }),
  mutate: z.tuple([z.string(), z.string()]),
});
const mutants = z.array(z.object({ status: z.string() }));
const reportSchema = z.object({ files: z.record(z.string(), z.object({ mutants })) });

/** Number of shares. A run tests one of them, chosen by its commit, so that a commit always has the same result. */
const shares = 3;

/** Runs Stryker, which fails below its configured threshold, and then lists the changes that no test noticed. */
it('the unit tests see nine of ten changes of a third of the decisions about jobs, accounts and quota', async () => {
  const { jsonReporter, mutate } = configurationSchema.parse(
    JSON.parse(readFileSync(join(root, configuration), 'utf8')),
  );
  const [sources, tests] = mutate;
  const files = globSync(sources, { cwd: root, exclude: [tests.replace(/^!/, '')] }).toSorted();
  const share = inject('commitNumber') % shares;
  const chosen = files.filter((_, index) => index % shares === share);
  expect(chosen).not.toEqual([]);
  const path = join(root, jsonReporter.fileName);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const command = ['stryker', 'run', configuration, '--mutate', chosen.join(',')] as const;
  const { succeeded, output } = await runCommand([...command]);
  expect(succeeded, `share ${share + 1} of ${shares}\n${output}`).toBe(true);
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const statuses = Object.values(report.files).flatMap((file) =>
    file.mutants.map(({ status }) => status),
  );
  // A run without any change proves nothing, but Stryker accepts it.
  expect(statuses).toContain('Killed');
});
