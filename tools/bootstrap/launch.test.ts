import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identifyProcess, isAlive } from './process-identity.mjs';

const launchModule = new URL('./launch.mjs', import.meta.url).href;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-launch-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A launcher in a process of its own that runs the given program in a child; `firstLine` is what that says first. */
async function startLauncher(program: string, args: readonly string[] = []) {
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, program);
  const command = JSON.stringify({ node: process.execPath, entry, args });
  const source = `import { runInChild } from ${JSON.stringify(launchModule)}; runInChild(${command});`;
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  launcher.stdout.setEncoding('utf8');
  const exit = once(launcher, 'exit');
  const firstLine = await new Promise<string>((resolve) => {
    launcher.stdout.once('data', resolve);
  });
  return { launcher, exit, firstLine: firstLine.trim() };
}

describe('a command run in a child', () => {
  it('finds its arguments where a program looks for them', async () => {
    const program = 'console.log(JSON.stringify(process.argv.slice(1)));';
    const { firstLine, exit } = await startLauncher(program, ['serve', '--port', '1']);
    expect(JSON.parse(firstLine)).toEqual([join(folder, 'entry.mjs'), 'serve', '--port', '1']);
    await exit;
  });

  it('gives its exit code', async () => {
    const { exit } = await startLauncher("console.log('up'); process.exitCode = 7;");
    expect(await exit).toEqual([7, null]);
  });

  it('dies of the signal it died of', async () => {
    const { exit } = await startLauncher(
      "console.log('up'); process.kill(process.pid, 'SIGKILL');",
    );
    expect(await exit).toEqual([null, 'SIGKILL']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'hears %s and may end in its own way',
    async (signal) => {
      const program = `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up');`;
      const { launcher, exit } = await startLauncher(program);
      launcher.kill(signal);
      expect(await exit).toEqual([5, null]);
    },
  );

  it('does not outlive a launcher that was killed', async () => {
    const { launcher, exit, firstLine } = await startLauncher(
      'console.log(process.pid); setInterval(() => {}, 1000);',
    );
    const child = identifyProcess(Number(firstLine));
    expect(isAlive(child)).toBe(true);
    launcher.kill('SIGKILL');
    await exit;
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it('fails when its module cannot be found', async () => {
    const missing = join(folder, 'missing.mjs');
    const program = `console.log('up'); await import(${JSON.stringify(missing)});`;
    const { exit } = await startLauncher(program);
    expect(await exit).toEqual([1, null]);
  });
});
