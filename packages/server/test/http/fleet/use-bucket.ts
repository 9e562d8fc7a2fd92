import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';

/** A bucket for the tests of a file, in its own process. */
export interface UsedBucket {
  /** Settings with which a node keeps its videos there; known once the tests run. */
  readonly env: Readonly<Record<string, string>>;
  /** Creates an empty folder that is removed in the end. */
  newFolder(): Promise<string>;
}

const program = fileURLToPath(new URL('bucket-program.ts', import.meta.url));

/** Opens a bucket before the tests of a file and removes it after them. */
export function useBucket(): UsedBucket {
  const folders: string[] = [];
  const started: { bucket?: ChildProcess; endpoint?: string } = {};
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'filmgate-bucket-'));
    folders.push(folder);
    return folder;
  };
  beforeAll(async () => {
    // The server makes the tokens of its lists with DES, which OpenSSL 3 disables by default.
    const words = ['--openssl-legacy-provider', program, await newFolder(), 'films'];
    const child = spawn(process.execPath, words, {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.bucket = child;
    const [endpoint] = await once(createInterface(child.stdout), 'line');
    started.endpoint = String(endpoint);
  }, 60_000);
  afterAll(async () => {
    if (started.bucket !== undefined) {
      const ended = once(started.bucket, 'close');
      started.bucket.kill('SIGKILL');
      await ended;
    }
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });
  return {
    get env() {
      if (started.endpoint === undefined) throw new Error('The bucket is not open yet.');
      return {
        FILMGATE_RESULT_STORE: 's3',
        FILMGATE_S3_ENDPOINT: started.endpoint,
        FILMGATE_S3_BUCKET: 'films',
        FILMGATE_S3_ACCESS_KEY_ID: 'S3RVER',
        FILMGATE_S3_SECRET_ACCESS_KEY: 'S3RVER',
      };
    },
    newFolder,
  };
}
