/** @module-tag long */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminView } from '../admin-view.ts';
import { CrashScene, settledJobs } from '../crash-scene.ts';
import { requireTracing } from '../power-loss/tracing.ts';
import { checkDatabase } from './check-database.ts';
import { describeInjection, failedOn, type Injection, injectInto } from './injection.ts';

const injections: readonly Injection[] = [
  // Counted for each thread.
  { call: 'unlink', error: 'EIO', at: 1 },
  { call: 'unlink', error: 'EIO', at: 1, every: 'call' },
  { call: 'unlink', error: 'ENOSPC', at: 1, every: 'call' },
];

const videos = 3;

describe('a gateway whose disk refuses to remove a file', () => {
  let scene: CrashScene;

  beforeAll(async () => {
    await requireTracing();
    scene = await CrashScene.open(videos);
  }, 120_000);
  afterAll(() => scene.close());

  it.each(injections.map((injection) => ({ run: describeInjection(injection), injection })))(
    '[system-calls.removing][invariants.i7-completed-on-disk][invariants.i8-final-states] $run: the video that was taken back is gone for callers, and every other one is whole',
    { timeout: 120_000 },
    async ({ run, injection }) => {
      const { path, dispose } = await scene.newData();
      try {
        const traceFile = join(path, 'trace');
        const gateway = await scene.start(path);
        let said = '';
        gateway.child.process.stderr?.on('data', (piece: Buffer) => {
          said += piece.toString();
        });
        const admin = await adminView(gateway.localUrl);
        for (let index = 0; index < videos; index += 1)
          await scene.create(gateway.tasksUrl, {
            prompt: `${run}, ${index} [[mock:run=0s,queue=0s]]`,
            key: String(index),
          });
        const [first, ...others] = await settledJobs(admin, videos);
        const strace = await injectInto(gateway.child.process, injection, traceFile);
        const results = [await admin.removeResult(first?.id ?? '')];
        results.push(await admin.removeResult(first?.id ?? ''));
        // The job has lost its video with the first response, with or without the file.
        expect(results).toEqual([503, 409]);
        expect(await failedOn(traceFile, path)).toEqual(['results/tmp']);
        expect(said).toMatch(/EIO|ENOSPC/);
        expect(await scene.download(gateway.tasksUrl, others[0]?.id ?? '')).toSatisfy(isWhole);
        await gateway.child.stop('SIGKILL');
        await strace.ended;

        const again = await scene.start(path);
        const later = await settledJobs(await adminView(again.localUrl), videos);
        expect(later.map(({ state }) => state)).toEqual(later.map(() => 'completed'));
        for (const { id } of others)
          expect(await scene.download(again.tasksUrl, id)).toSatisfy(isWhole);
        const headers = { authorization: `Bearer ${scene.user.key}` };
        const task = await fetch(`${again.tasksUrl}/v1/videos/${first?.id}`, { headers });
        const body: unknown = await task.json();
        expect(body).toMatchObject({ status: 'completed' });
        expect(body).not.toHaveProperty('video_url');
        await again.child.stop('SIGTERM');
        expect(checkDatabase(path)).toEqual([]);
      } finally {
        await dispose();
      }
    },
  );
});

function isWhole({ digest, named }: { readonly digest: string; readonly named?: string }): boolean {
  return digest === named;
}
