/** @module-tag long */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
/** Files that a clone does not have, at the top and anywhere. */
const NOT_CLONED: readonly string[] = ['.git', '.filmgate', 'data', 'release'].map((name) =>
  join(root, name),
);
const NEVER_CLONED: readonly string[] = ['node_modules', 'dist'];
const INSTALL_TIMEOUT_MS = 300_000;

/** Search path of a user: the machine's programs without those of this project and of the runner. */
const path = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/** An address without a listener, so that a program that needs the network fails immediately. */
const NO_NETWORK = {
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_fetch_retries: '0',
  HTTP_PROXY: 'http://127.0.0.1:9/',
  HTTPS_PROXY: 'http://127.0.0.1:9/',
};

let clone = '';

function npx(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { HOME } = process.env;
  return run('npx', [...args], { cwd: clone, env: { PATH: path, HOME, ...env } });
}

/** Removes npx's link to a project; npx keeps one to every project whose command it ran. */
async function removeNpxLinks() {
  const { stdout } = await run('npm', ['config', 'get', 'cache'], {
    env: { ...process.env, PATH: path },
  });
  const links = join(stdout.trim(), '_npx');
  for (const name of readdirSync(links)) {
    const manifest = join(links, name, 'package.json');
    // Another npx may be creating this one.
    if (!existsSync(manifest)) continue;
    if (readFileSync(manifest, 'utf8').includes(basename(clone))) {
      rmSync(join(links, name), { recursive: true });
    }
  }
}

beforeAll(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'filmgate-clone-')));
  cpSync(root, clone, {
    recursive: true,
    filter: (source) => !NOT_CLONED.includes(source) && !NEVER_CLONED.includes(basename(source)),
  });
});

afterAll(async () => {
  await removeNpxLinks();
  rmSync(clone, { recursive: true, force: true });
});

describe('a fresh clone', () => {
  it(
    '[commands.from-clone] [commands.progress] runs both commands at once with nothing installed, one of them installing',
    async () => {
      const [gateway, mock] = await Promise.all([
        npx(['filmgate', '--help']),
        npx(['filmgate-mock', '--help']),
      ]);
      expect(gateway.stdout).toMatch(/^Usage: filmgate /);
      expect(mock.stdout).toMatch(/^Usage: filmgate-mock /);
      const said = gateway.stderr + mock.stderr;
      expect(said.match(/installing \d+ packages …\n/g)).toHaveLength(1);
      expect(said.match(/installing \d+ packages: done/g)).toHaveLength(1);
      expect(said.match(/building: done/g)).toHaveLength(1);
    },
    INSTALL_TIMEOUT_MS,
  );

  it('[commands.install-groups] [commands.node-at-hand] has installed what the commands need, and Node where it had to', async () => {
    const installed = join(clone, 'node_modules');
    for (const name of ['typescript', 'vitest', 'knip', 'openai', '@types'])
      expect(existsSync(join(installed, name)), name).toBe(false);
    const { stdout } = await run('du', ['-sm', installed]);
    const bringsNode = existsSync(join(installed, '.bin', 'node'));
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(bringsNode ? 350 : 200);
  });

  it('[commands.from-clone] needs no network and says nothing once all is in place', async () => {
    const { stdout, stderr } = await npx(['filmgate', '--help'], NO_NETWORK);
    expect(stdout).toMatch(/^Usage: filmgate /);
    expect(stderr).not.toContain('filmgate:');
  });
});
