import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';

/** A folder with nothing but the mock in it, and what a tester's commands print there. */

const longestRunMs = 240_000;

export interface TesterEnd {
  /** Exit code of the last command, or of the first that failed. */
  readonly code: number;
  readonly output: string;
  /** Address of the mock that the commands started, if they started one. */
  readonly mockUrl: string;
}

/** The port of a reader's mock; tests use another one. */
const documentedUrl = 'http://127.0.0.1:8789';

/** Changes commands that use the single files into commands that use the package. */
export function withPackage(text: string): string {
  return text
    .replaceAll("'./filmgate-mock.mjs'", "'@filmgate/upstream-mock'")
    .replaceAll("'./filmgate-mock-vitest.mjs'", "'@filmgate/upstream-mock/vitest'")
    .replaceAll('node filmgate-mock.mjs', 'node node_modules/.bin/filmgate-mock')
    .replace('python3 -m', 'PYTHONPATH=node_modules/@filmgate/upstream-mock/python python3 -m');
}

/** Runs commands as a script that ends at the first failure, as a step of GitHub Actions does. */
export async function runAsTester(
  text: string,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<TesterEnd> {
  const [port = ''] = await freePorts(1);
  const mockUrl = documentedUrl.replace('8789', port);
  const script = text
    .replaceAll(documentedUrl, mockUrl)
    .replace(' serve ', ` serve --port ${port} `);
  const outside = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$)/.test(name));
  const options = {
    cwd,
    env: { ...Object.fromEntries(outside), PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1', ...env },
    timeout: longestRunMs,
  };
  return await new Promise((resolve) => {
    execFile('bash', ['-eo', 'pipefail', '-c', script], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, output: stdout + stderr, mockUrl });
    });
  });
}

/** Commands of an example behind those that install foreign packages, which the test has already. */
export function behindInstall(text: string): string {
  return text.replace(/^(?:npm install|pip install) .*\n/, '');
}

export function createEmptyFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'filmgate-tester-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
