import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { scratchFolder } from './command.ts';

const program = fileURLToPath(new URL('loaded-modules.ts', import.meta.url));

it('[fleet.lazy-parts][providers.places.lazy] a start on SQLite loads no client of Redis, none of buckets, and no protocol of a provider', async () => {
  const folder = await scratchFolder();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@filmgate/source', program, folder.path],
      { maxBuffer: 16 * 1024 * 1024 },
    );
    const loaded = stdout.split('\n');
    const of = (name: string) => loaded.filter((url) => url.includes(`/${name}/`));
    expect(of('storage-sqlite').length).toBeGreaterThan(10);
    for (const name of ['storage-redis', 'ioredis', 'storage-s3', 'aws4fetch', 'p-retry']) {
      expect(of(name), name).toEqual([]);
    }
    const protocols = /upstream-http\/src\/(?:ark|kling|openai-videos)\//;
    expect(loaded.filter((url) => protocols.test(url))).toEqual([]);
  } finally {
    await folder.dispose();
  }
});
