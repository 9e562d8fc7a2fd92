import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Check, CheckResult } from './check.ts';
import { runCommand } from './run-command.ts';

const configuration = 'tools/mutation/stryker.config.json';

const configurationSchema = z.object({ jsonReporter: z.object({ fileName: z.string() }) });

/** What Stryker's JSON reporter writes, as far as this check reads it. */
const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      mutants: z.array(
        z.object({
          status: z.string(),
          mutatorName: z.string(),
          replacement: z.string().optional(),
          location: z.object({ start: z.object({ line: z.int() }) }),
        }),
      ),
    }),
  ),
});

/** Statuses of changes that some test noticed, and of those that none did; changes that do not compile are neither. */
const seen: ReadonlySet<string> = new Set(['Killed', 'Timeout']);
const unseen: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/** The file a run of Stryker wrote, and whether Stryker was content with it. */
interface StrykerEnd {
  /** Absent when Stryker did not get that far. */
  readonly report: string | undefined;
  readonly succeeded: boolean;
  readonly output: string;
}

/** One line for each change that no test saw, and how many were seen. A run without any change has proved nothing. */
export function judgeMutation({ report, succeeded, output }: StrykerEnd): CheckResult {
  if (report === undefined) return { passed: 0, failed: 1, output };
  const changes = Object.entries(reportSchema.parse(JSON.parse(report)).files).flatMap(
    ([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })),
  );
  const missed = changes.filter(({ status }) => unseen.has(status));
  const found = changes.filter(({ status }) => seen.has(status)).length;
  const all = found + missed.length;
  const passed = succeeded && found > 0;
  const told = `${found} of ${all} changes of the core's decisions are seen by its tests`;
  const lines = missed.map(
    ({ file, location, mutatorName, replacement = '' }) =>
      `${file}:${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ')}`,
  );
  return {
    passed: passed ? 1 : 0,
    failed: passed ? 0 : 1,
    output: [...lines, ...(passed ? [] : [output]), told].join('\n'),
  };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Changes the core's decisions one by one, and fails when too many of the changes make no unit test fail. */
export function mutationCheck(root: string): Check {
  return {
    name: 'mutation',
    after: [],
    run: async () => {
      const { jsonReporter } = configurationSchema.parse(
        JSON.parse(readFileSync(join(root, configuration), 'utf8')),
      );
      const path = join(root, jsonReporter.fileName);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true });
      const { succeeded, output } = await runCommand(['stryker', 'run', configuration], {
        cwd: root,
      });
      return judgeMutation({ report: readIfThere(path), succeeded, output });
    },
  };
}
