/** @module-tag long */
import { expect, it } from 'vitest';
import { readSnippets } from '../docs/read-snippets.ts';
import { runShell } from './run-snippet.ts';
import { projectRoot } from './scratch-folder.ts';

it('[simulation.command] prints how often each rare situation came up, and that every promise was kept', {
  timeout: 400_000,
}, async () => {
  const [snippet] = readSnippets('simulate');
  const stdout = await runShell([snippet?.text ?? ''], { cwd: projectRoot });
  expect(stdout).toContain('1000 of 1000 histories');
  expect(stdout).toMatch(/ +[1-9]\d* +handle of other work given/);
  expect(stdout).toContain('every promise kept');
});
