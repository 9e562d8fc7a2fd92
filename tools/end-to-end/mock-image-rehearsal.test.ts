/** @module-tag long */
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readDockerfile } from '../shipping/read-dockerfile.ts';
import { type RehearsedImage, rehearseImage } from '../shipping/rehearse-image.ts';
import { startCommand } from './command-process.ts';
import { freePorts } from './free-ports.ts';
import { projectRoot } from './scratch-folder.ts';

/** Follows the mock's Dockerfile without a container engine and uses the result. */

const run = promisify(execFile);
const buildTimeoutMs = 480_000;
const mostBytes = 60_000_000;
const folder = mkdtempSync(join(tmpdir(), 'filmgate-mock-image-'));
let image: RehearsedImage;

beforeAll(async () => {
  const text = readFileSync(join(projectRoot, 'deploy', 'mock.Dockerfile'), 'utf8');
  image = await rehearseImage({ root: projectRoot, folder, stages: readDockerfile(text) });
}, buildTimeoutMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the image of the mock', () => {
  it('[shipping.mock-image] has the package and its licenses, no modules, and less than 60 MB', () => {
    const at = image.at('/filmgate-mock');
    expect(globSync('*', { cwd: at }).toSorted()).toEqual(['LICENSE', 'dist', 'package.json']);
    expect(globSync('dist/{cli.js,LICENSES.txt}', { cwd: at })).toHaveLength(2);
    expect(globSync('**/node_modules', { cwd: at })).toEqual([]);
    const files = globSync('**', { cwd: at });
    const bytes = files.reduce((sum, name) => sum + statSync(join(at, name)).size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(mostBytes);
  });

  it('[shipping.mock-image] serves wires, asks for its token, is found healthy, and ends with 0 on SIGTERM', async () => {
    const [port = ''] = await freePorts(1);
    const token = 'a-token-of-the-image';
    const env = { ...image.environment, FILMGATE_MOCK_CONTROL_TOKEN: token };
    const [first = '', ...words] = [...image.entrypoint, ...image.command];
    const running = await startCommand({
      command: [first, ...words, '--port', port],
      ready: /speaks google/,
      env,
      cwd: image.at('/filmgate-mock'),
    });
    onTestFinished(async () => {
      await running.stop();
    });
    const url = `http://127.0.0.1:${port}`;
    const health = async () => {
      const [file = '', ...args] = image.healthCheck;
      const here = args.map((word) => word.replace('http://127.0.0.1:8789', url));
      await run(file, here, { env: image.environment });
    };
    await health();
    expect((await fetch(`${url}/_mock/ledger`)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/_mock/ledger`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/openai-videos/v1/videos`, { headers })).status).toBe(200);
    expect(await running.stop()).toBe(0);
    await expect(health()).rejects.toMatchObject({ code: 1 });
  });
});
