import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launchModule = new URL('./launch.mjs', import.meta.url).href;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-launch-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A launcher in a separate process that runs the given program; `firstLine` is the first line of that program's output.
 */
async function startLauncher(way: string, program: string, args: readonly string[] = []) {
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, program);
  const command = JSON.stringify({ node: process.execPath, entry, args });
  const source = `import { ${way} } from ${JSON.stringify(launchModule)}; ${way}(${command});`;
  const launcher = spawn(process.execPath, ['--input-type=module', '--eval', source]);
  launcher.stdout.setEncoding('utf8');
  const exit = once(launcher, 'exit');
  const firstLine = await new Promise<string>((resolve) => {
    launcher.stdout.once('data', resolve);
  });
  return { launcher, exit, firstLine: firstLine.trim() };
}

describe.each(['runInChild', 'runInstead'])('a command run by %s', (way) => {
  it('finds its arguments where a program looks for them', async () => {
    const program = 'console.log(JSON.stringify(process.argv.slice(1)));';
    const { firstLine, exit } = await startLauncher(way, program, ['serve', '--port', '1']);
    expect(JSON.parse(firstLine)).toEqual([join(folder, 'entry.mjs'), 'serve', '--port', '1']);
    await exit;
  });

  it('gives its exit code', async () => {
    const { exit } = await startLauncher(way, "console.log('up'); process.exitCode = 7;");
    expect(await exit).toEqual([7, null]);
  });

  it('dies of the signal it died of', async () => {
    const { exit } = await startLauncher(
      way,
      "console.log('up'); process.kill(process.pid, 'SIGKILL');",
    );
    expect(await exit).toEqual([null, 'SIGKILL']);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'hears %s and may end in its own way',
    async (signal) => {
      const program = `process.on('${signal}', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up');`;
      const { launcher, exit } = await startLauncher(way, program);
      launcher.kill(signal);
      expect(await exit).toEqual([5, null]);
    },
  );

  it('fails when its module cannot be found', async () => {
    const missing = join(folder, 'missing.mjs');
    const program = `console.log('up'); await import(${JSON.stringify(missing)});`;
    const { exit } = await startLauncher(way, program);
    expect(await exit).toEqual([1, null]);
  });
});

it('a command that takes the place of its launcher has its process', async () => {
  const { launcher, firstLine, exit } = await startLauncher(
    'runInstead',
    'console.log(process.pid);',
  );
  expect(firstLine).toBe(String(launcher.pid));
  expect(await exit).toEqual([0, null]);
});
