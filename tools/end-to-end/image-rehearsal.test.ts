/** @module-tag long */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDockerfile } from '../shipping/read-dockerfile.ts';
import { type RehearsedImage, rehearseImage } from '../shipping/rehearse-image.ts';
import { startCommand } from './command-process.ts';
import { freePorts } from './free-ports.ts';
import { projectRoot } from './scratch-folder.ts';

/** Follows the Dockerfile without a container engine and uses the result. */

const run = promisify(execFile);
const buildTimeoutMs = 480_000;
const folder = mkdtempSync(join(tmpdir(), 'filmgate-image-'));
let image: RehearsedImage;

beforeAll(async () => {
  const text = readFileSync(join(projectRoot, 'deploy', 'Dockerfile'), 'utf8');
  image = await rehearseImage({ root: projectRoot, folder, stages: readDockerfile(text) });
}, buildTimeoutMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Result of the image's health check: its exit code and output. */
async function healthOf(env: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  const [file = '', ...args] = image.healthCheck;
  try {
    return { code: 0, said: (await run(file, args, { env })).stdout };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stdout' in error)) throw error;
    return { code: error.code, said: String(error.stdout) };
  }
}

describe('the image', () => {
  it('[shipping.image] carries the commands, what they read, and no module but the native one', () => {
    const at = image.at('/filmgate');
    expect(globSync('*', { cwd: at }).toSorted()).toEqual([
      'LICENSES.txt',
      'deploy',
      'dist',
      'node_modules',
      'package.json',
      'sbom.cdx.json',
    ]);
    expect(globSync('**/node_modules/*', { cwd: at })).toEqual(['node_modules/better-sqlite3']);
    expect(globSync('dist/**/*.{ts,tsx}', { cwd: at })).toEqual([]);
    const terms = readFileSync(join(at, 'LICENSES.txt'), 'utf8');
    expect(terms).toContain('node_modules/fastify/LICENSE');
  });

  it('[shipping.image] serves both listeners, is found healthy, and ends with 0 on SIGTERM', async () => {
    const [local, tasks] = await freePorts(2);
    const env = {
      ...image.environment,
      FILMGATE_HOST: '127.0.0.1',
      FILMGATE_LOCAL_PORT: local,
      FILMGATE_TASKS_PORT: tasks,
      FILMGATE_SERVICE_API_KEY: 'service-key-of-the-image',
    };
    const [first = '', ...words] = [...image.entrypoint, ...image.command];
    const running = await startCommand({
      command: [first, ...words],
      ready: /Video Task API/,
      env,
      cwd: image.at('/filmgate'),
    });
    onTestFinished(async () => {
      await running.stop();
    });
    const { code, said } = await healthOf(env);
    expect(said).toContain(`http://127.0.0.1:${local}/readyz 200`);
    expect(said).toContain(`http://127.0.0.1:${tasks}/readyz 200`);
    expect(code).toBe(0);
    expect(await running.stop()).toBe(0);
    const after = await healthOf(env);
    expect(after.code).toBe(1);
    expect(after.said).toContain('ECONNREFUSED');
    expect(globSync('filmgate.db', { cwd: image.at('/data') })).toEqual(['filmgate.db']);
  });

  it('[providers.modules] loads a provider of the operator from a file without packages beside it', async () => {
    const [file = '', ...args] = image.entrypoint;
    const modules = join(projectRoot, 'packages/server/test/end-to-end/pellicle/pellicle.ts');
    const { stdout } = await run(file, [...args, 'providers', 'list'], {
      env: { ...image.environment, FILMGATE_PROVIDER_MODULES: modules },
    });
    expect(stdout).toContain('with a key in FILMGATE_KEY_PELLICLE: pellicle-1');
  });

  it('[shipping.image] refuses to listen beyond loopback without a service key', async () => {
    const [file = '', ...args] = [...image.entrypoint, ...image.command];
    expect(image.environment['FILMGATE_HOST']).toBe('0.0.0.0');
    await expect(run(file, args, { env: { ...image.environment } })).rejects.toThrow(
      /FILMGATE_SERVICE_API_KEY/,
    );
  });

  it('[shipping.image] makes a video with what it has, and writes into its volume alone', async () => {
    const videos = join(folder, 'films');
    mkdirSync(videos);
    const list = () =>
      globSync('**', { cwd: image.at('/filmgate'), exclude: (name) => name === '.cache' }).length;
    const before = list();
    const [file = '', ...args] = image.entrypoint;
    const generate = [...args, 'generate', 'A paper boat', '-o', join(videos, 'boat.mp4')];
    await run(file, generate, { env: { ...image.environment, FILMGATE_MOCK_SPEED: '50' } });
    expect(readFileSync(join(videos, 'boat.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
    expect(list()).toBe(before);
  });
});
