import { globSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { WorkspacePackage } from '../build/workspace-package.ts';
import { readSnippets } from '../docs/read-snippets.ts';
import { type NodeRelease, oldestNode, releaseOfNode } from './oldest-node.ts';
import type { MustSucceed } from './packed-scenarios.ts';
import { runCommand } from './run-command.ts';

/** Use of the mock's archive, and nothing else, by a tester of any SDK. */

/** Maximum size in bytes: a tester downloads it for one test [mock.alone]. */
const largestArchive = 400_000;

/** The first release of that line the mock runs on. */
const firstOf22 = '22.3.0';

/** Installed for this check alone: the rest of the checkout does not need its 278 packages. */
const jest = 'jest@30.5.2';

/** A lost response that was paid for, in a program and in its types. */
const program = `import { startMockServer } from '@filmgate/upstream-mock';

const mock = await startMockServer({
  host: '127.0.0.1', port: 0, seed: 'alone', speed: 1000, control: true, now: () => Date.now(),
  personalities: ['openai-videos', 'kling', 'ark', 'fal', 'replicate', 'runway', 'google', 'openrouter', 'luma', 'minimax', 'dashscope', 'xai', 'vidu'],
});
const submission = {
  correlation_id: 'first', model: 'any', media_type: 'video', prompt: 'a kite [[mock:lost-response]]',
  duration: 1, aspect_ratio: '16:9', resolution: '480p', width: 640, height: 368, audio: true,
  negative_prompt: null, references: [],
};
const outcome = await fetch(mock.url + '/v1/generations', {
  method: 'POST',
  headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
  body: JSON.stringify(submission),
}).then(({ status }) => String(status), () => 'lost');
const ledger = await (await fetch(mock.url + '/_mock/ledger')).json();
await mock.close();
if (outcome !== 'lost' || ledger.accepted !== 1) throw new Error(outcome + JSON.stringify(ledger));
`;

interface Alone {
  readonly archives: readonly string[];
  readonly packages: readonly WorkspacePackage[];
  readonly installFlags: readonly string[];
  readonly mustSucceed: MustSucceed;
  /** Absolute path of the checkout. */
  readonly root: string;
}

/** Installs the mock without any other package, on the first releases of the lines of Node it runs on. */
export async function useMockAlone(folder: string, given: Alone): Promise<void> {
  const { archives, packages, installFlags, mustSucceed, root } = given;
  const mock = packages.filter(({ folder: name }) => name === 'upstream-mock');
  const archive = archives.find((path) => path.includes('upstream-mock-'));
  if (archive === undefined) throw new Error('the mock was not packed');
  expect(statSync(archive).size).toBeLessThan(largestArchive);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await mustSucceed(['npm', 'install', ...installFlags, archive], folder);
  expect(visible(join(folder, 'node_modules'))).toEqual(['@filmgate']);
  expect(visible(join(folder, 'node_modules', '@filmgate'))).toEqual(['upstream-mock']);
  const dist = join(folder, 'node_modules', '@filmgate', 'upstream-mock', 'dist');
  const code = globSync('**/*.js', { cwd: dist }).toSorted();
  expect(code).toEqual(['cli.js', 'client.js', 'index.js', join('testing', 'vitest.js')]);
  // The server, the command and what test runners use are one file: these two only name it.
  for (const named of ['cli.js', join('testing', 'vitest.js')])
    expect(statSync(join(dist, named)).size).toBeLessThan(2_000);
  writeFileSync(join(folder, 'lost.ts'), program);
  writeFileSync(join(folder, 'lost.mjs'), program);
  const compiler = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  await mustSucceed([tsc, ...compiler, ...types, 'lost.ts'], folder);
  await mustSucceed(['npm', 'install', ...installFlags, jest], folder);
  await testInJest(folder);
  const command = join(folder, 'node_modules', '.bin', 'filmgate-mock');
  const releases: readonly NodeRelease[] = [oldestNode(mock), releaseOfNode(firstOf22)];
  for (const { specifier, program: node } of releases) {
    const location = join(folder, specifier);
    mkdirSync(location);
    writeFileSync(join(location, 'package.json'), '{ "private": true }\n');
    await mustSucceed(['npm', 'install', ...installFlags, specifier], location);
    await mustSucceed([join(location, node), 'lost.mjs'], folder);
    await mustSucceed([join(location, node), command, '--help'], folder);
  }
  await mustSucceed(['node', 'lost.mjs'], folder);
}

/** Runs the README's test in Jest: it passes, and fails if it does not expect the finding [mock.test-api.verdict]. */
async function testInJest(folder: string): Promise<void> {
  const [{ text: written }] = readSnippets('mock-in-node-test');
  const test = written.replace(
    "{ after, afterEach, beforeEach, test } from 'node:test'",
    "{ afterAll as after, afterEach, beforeEach, test } from '@jest/globals'",
  );
  const checked = [
    ['expected', test, true],
    ['surprised', test.replace(/^.*expectFindings.*$/m, ''), false],
  ] as const;
  const runner = join('node_modules', 'jest', 'bin', 'jest.js');
  for (const [name, text, passes] of checked) {
    writeFileSync(join(folder, `${name}.test.js`), text);
    const command = ['node', '--experimental-vm-modules', runner, name] as const;
    const { succeeded, output } = await runCommand(command, { cwd: folder });
    expect(succeeded, output).toBe(passes);
    if (!passes) expect(output).toContain('paid-twice');
  }
}

function visible(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}
