import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { commandLines } from './command-process.ts';
import { createScratchFolder, projectRoot } from './scratch-folder.ts';

/** Compares docs/commands.md with the output and effects of the commands. */

const run = promisify(execFile);
const document = readFileSync(join(projectRoot, 'docs', 'commands.md'), 'utf8');
const folder = createScratchFolder();

type Name = keyof typeof commandLines;

afterAll(() => folder.remove());

/** The first cells of the tables in one section, without their heads. */
function firstCells(section: string): readonly string[] {
  const [, text = ''] = document.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return own
    .split('\n')
    .filter((line) => /^\| [`\d]/.test(line))
    .map((line) => line.split(' | ')[0]?.replaceAll(/[|`]/g, '').trim() ?? '');
}

async function helpOf(name: Name, ...args: readonly string[]): Promise<string> {
  const [file, ...rest] = commandLines[name];
  const { stdout } = await run(file, [...rest, ...args, '--help']);
  return stdout;
}

/** Commands that a help text names, sorted, without the help command. */
function commandsIn(help: string): readonly string[] {
  const [, commands = ''] = help.split('Commands:\n');
  return [...commands.matchAll(/^ {2}(?!help )(\w+) /gm)].map(([, word = '']) => word).toSorted();
}

/** Options that a command's help names, without the help option. */
function optionsIn(help: string): readonly string[] {
  return help
    .split('\n')
    .flatMap((line) => /^ {2}(-\S.*?)(?: {2,}|$)/.exec(line)?.slice(1) ?? [])
    .filter((option) => !option.includes('--help'));
}

async function generate(...args: readonly string[]) {
  const [file, ...rest] = commandLines.filmgate;
  const env = { ...process.env, FILMGATE_MOCK_SPEED: '50' };
  const command = [...rest, 'generate', ...args];
  try {
    const { stdout, stderr } = await run(file, command, { cwd: folder.path, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stderr' in error)) throw error;
    return { code: error.code, stdout: '', stderr: String(error.stderr) };
  }
}

describe('docs/commands.md', () => {
  it.each(['filmgate', 'filmgate-mock'] as const)('lists the commands of %s', async (name) => {
    const listed = document.matchAll(new RegExp(`^\\| \`npx ${name} (\\w+)`, 'gm'));
    const words = new Set([...listed].map(([, word = '']) => word));
    expect([...words].toSorted()).toEqual(commandsIn(await helpOf(name)));
  });

  it('lists the commands of filmgate config', async () => {
    const listed = document.matchAll(/^\| `npx filmgate config (\w+)/gm);
    const words = [...listed].map(([, word = '']) => word);
    expect(words.toSorted()).toEqual(commandsIn(await helpOf('filmgate', 'config')));
  });

  it('lists the options of generate', async () => {
    const options = optionsIn(await helpOf('filmgate', 'generate'));
    const listed = firstCells('filmgate generate').filter((cell) => cell.startsWith('-'));
    expect(options.toSorted()).toEqual(listed.toSorted());
  });

  it('lists the commands of filmgate jobs, and their options', async () => {
    const [, named = ''] = /^\| `npx filmgate jobs ([^`]+)`/m.exec(document) ?? [];
    const words = named.split(String.raw` \| `);
    expect(words.toSorted()).toEqual(commandsIn(await helpOf('filmgate', 'jobs')));
    const helps = await Promise.all(words.map((word) => helpOf('filmgate', 'jobs', word)));
    const options = new Set(helps.flatMap((help) => optionsIn(help)));
    const listed = firstCells('filmgate jobs').flatMap((cell) => cell.split(', '));
    const documented = listed.filter((cell) => cell.startsWith('-'));
    expect(documented.toSorted()).toEqual([...options].toSorted());
  });

  it('lists the options of migrate', async () => {
    const options = optionsIn(await helpOf('filmgate', 'migrate'));
    const listed = firstCells('filmgate migrate').filter((cell) => cell.startsWith('-'));
    expect(options.toSorted()).toEqual(listed.toSorted());
  });

  it('lists the options of restore', async () => {
    const options = optionsIn(await helpOf('filmgate', 'restore'));
    const listed = firstCells('filmgate backup, filmgate restore').filter((cell) =>
      cell.startsWith('-'),
    );
    expect(options.toSorted()).toEqual(listed.toSorted());
  });

  it('lists the options of the mock', async () => {
    const options = optionsIn(await helpOf('filmgate-mock', 'serve'));
    const listed = firstCells('filmgate-mock serve').flatMap((cell) => cell.split(', '));
    expect(options.toSorted()).toEqual(listed.toSorted());
  });
});

describe('filmgate generate ends with', () => {
  const output = 'film.mp4';

  it('the codes that are listed', () => {
    const codes = firstCells('filmgate generate').filter((cell) => /^\d$/.test(cell));
    expect(codes).toEqual(['0', '1', '2', '3', '4']);
  });

  it('[commands.generate] 0 when the file is written, one line of JSON for each change', async () => {
    const { code, stdout, stderr } = await generate('A paper boat', '-o', output);
    expect(code).toBe(0);
    expect(stdout).toBe(`${output}\n`);
    const states = stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(states[0]).toMatchObject({ state: 'queued', progress: 0 });
    expect(states.at(-1)).toMatchObject({ state: 'completed', progress: 100 });
  });

  it('1 when it cannot run', async () => {
    expect(await generate('A paper boat')).toMatchObject({ code: 1 });
  });

  it('[commands.generate-failure] 2 when it is refused, with the reason', async () => {
    const { code, stderr } = await generate('A boat', '-o', 'refused.mp4', '-m', 'vidA-fast-5s');
    expect(code).toBe(2);
    expect(stderr).toContain('vidA-fast-5s');
    expect(existsSync(join(folder.path, 'refused.mp4'))).toBe(false);
  });

  it('[commands.generate-failure] 3 when nothing was delivered, with the reason', async () => {
    const prompt = 'A paper boat [[mock:fail=policy]]';
    const { code, stderr } = await generate(prompt, '-o', 'failed.mp4');
    expect(code).toBe(3);
    expect(stderr).toContain('content policy');
    expect(existsSync(join(folder.path, 'failed.mp4'))).toBe(false);
  });
});
