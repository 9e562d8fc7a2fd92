import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readSnippets } from '../docs/read-snippets.ts';
import { behindInstall, runAsTester, withPackage } from '../end-to-end/mock-tester.ts';
import type { MustSucceed } from './packed-scenarios.ts';

/** Follows the documents of a tester with the package of the mock, in an empty folder [mock.test-api.commands]. */
export async function reachVerdicts(
  folder: string,
  given: {
    /** Absolute path of the checkout. */
    readonly root: string;
    readonly installFlags: readonly string[];
    readonly mustSucceed: MustSucceed;
  },
): Promise<void> {
  const { root, installFlags, mustSucceed } = given;
  mkdirSync(folder);
  await mustSucceed(['node', join(root, 'tools', 'pack-mock.mjs'), folder], folder);
  expect(readdirSync(folder).toSorted()).toEqual([
    'filmgate-mock-vitest.mjs',
    'filmgate-mock.mjs',
    'filmgate-upstream-mock.tgz',
    'filmgate_mock.py',
    'provider-fixtures',
  ]);
  const tester = join(folder, 'tester');
  mkdirSync(tester);
  writeFileSync(join(tester, 'package.json'), '{ "private": true }\n');
  const packages = ['../filmgate-upstream-mock.tgz', 'openai', 'vitest'];
  await mustSucceed(['npm', 'install', ...installFlags, ...packages], tester);
  const ways = [
    readSnippets('verdict-in-node'),
    readSnippets('verdict-in-vitest'),
    readSnippets('verdict-in-pytest'),
    readSnippets('verdict-with-curl'),
  ];
  for (const [{ text }] of ways) {
    const [toVerdict = '', end] = withPackage(behindInstall(text)).split('\nkill ');
    const script =
      end === undefined ? toVerdict : `set +e\n${toVerdict}; CODE=$?\nkill ${end}\nexit $CODE`;
    const { code, output } = await runAsTester(script, { cwd: tester });
    expect(output).toContain('paid-twice');
    expect(code, output).toBe(1);
  }
}
