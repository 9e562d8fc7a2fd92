import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { root, runCommand } from './run-command.ts';

const configuration = 'tools/mutation/stryker.config.json';
const configurationSchema = z.object({ jsonReporter: z.object({ fileName: z.string() }) });
const mutants = z.array(z.object({ status: z.string() }));
const reportSchema = z.object({ files: z.record(z.string(), z.object({ mutants })) });

/** Stryker fails below the threshold of its configuration, and then says which changes no test saw. */
it('the unit tests see nine of ten changes of the decisions about jobs, accounts and quota', async () => {
  const { jsonReporter } = configurationSchema.parse(
    JSON.parse(readFileSync(join(root, configuration), 'utf8')),
  );
  const path = join(root, jsonReporter.fileName);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const { succeeded, output } = await runCommand(['stryker', 'run', configuration]);
  expect(succeeded, output).toBe(true);
  const { files } = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const statuses = Object.values(files).flatMap((file) => file.mutants.map(({ status }) => status));
  // A run without any change has proved nothing, and Stryker is content with it.
  expect(statuses).toContain('Killed');
});
