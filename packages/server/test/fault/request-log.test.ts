/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminView } from './admin-view.ts';
import { CrashScene } from './crash-scene.ts';

describe('a gateway that is killed while callers wait', () => {
  let scene: CrashScene;

  beforeAll(async () => {
    scene = await CrashScene.open(10);
  }, 60_000);
  afterAll(() => scene.close());

  it('[request-log.never-answered] reports after its next start the calls without a response', async () => {
    const { path, dispose } = await scene.newData();
    try {
      const first = await scene.start(path);
      const waiting = Array.from({ length: 5 }, () =>
        fetch(`${first.localUrl}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'vidA-fast-4s-16x9-720p',
            prompt: 'a boat [[mock:run=99999s]]',
          }),
        }).then(
          ({ status }) => `answered ${status}`,
          () => 'cut',
        ),
      );
      const before = await adminView(first.localUrl);
      let open = await before.calls('/v1/chat/completions');
      while (open.length < waiting.length) {
        await pause(20);
        open = await before.calls('/v1/chat/completions');
      }
      expect(open.map(({ status, disconnected }) => [status, disconnected])).toEqual(
        waiting.map(() => [null, false]),
      );
      await first.child.stop('SIGKILL');
      expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'cut'));

      const next = await scene.start(path);
      const after = await adminView(next.localUrl);
      expect(await after.calls('/v1/chat/completions')).toEqual(
        open.map((row) => ({ ...row, disconnected: true, error_code: 'server_stopped' })),
      );
      await next.child.stop('SIGTERM');
    } finally {
      await dispose();
    }
  }, 120_000);
});
