import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from '../http/eventually.ts';
import { writeOperatorFiles } from '../http/personality-endpoints.ts';
import { instant } from '../http/prompts.ts';
import { adminView } from './admin-view.ts';
import { startGatewayProcess, startMock, temporaryDirectory } from './crash-harness.ts';
import type { FailPoint } from './fail-point.ts';

const keyed = {
  name: 'keyed',
  protocol: 'keyed-videos',
  path: '/openai-videos/v1',
  model: 'sora-2',
  resolutions: ['360p'],
  aspectRatios: ['16:9'],
  durationsSeconds: [1],
  secrets: { api_key: 'canary-of-keyed' },
} as const;

/** Each node dies just before its submission leaves, or when the provider has accepted it. */
const kills = Array.from(
  { length: 10 },
  (_, node): FailPoint => ({
    step: 'send',
    when: node % 2 === 0 ? 'after' : 'before',
    how: 'kill',
  }),
);
/** A node waits some ten seconds for the end of the call of the one before it. */
const nodeMs = 40_000;

it('[providers.keyed.kills][invariants.i1-one-submission] ten nodes in turn, each killed while it sends, make one video, which is paid once', {
  timeout: (kills.length + 1) * nodeMs,
  tags: 'long',
}, async () => {
  const data = await temporaryDirectory();
  const mock = await startMock('openai-videos');
  const files = await writeOperatorFiles(join(data.path, 'operator'), mock.url, [keyed]);
  const start = (failPoint?: FailPoint) =>
    startGatewayProcess({
      dataDirectory: join(data.path, 'data'),
      environment: { ...files, FILMGATE_SEND_TIMEOUT_SECONDS: '1' },
      ...(failPoint !== undefined && { failPoint }),
    });
  try {
    const [first, ...others] = kills;
    const node = await start(first);
    const { key } = await (await adminView(node.localUrl)).createUser();
    const response = await fetch(`${node.tasksUrl}/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'keyed',
        prompt: instant('a kite of ten nodes'),
        seconds: 1,
        resolution: '360p',
      }),
    });
    const { id } = z.object({ id: z.string() }).parse(await response.json());
    expect(await node.child.ended).toMatchObject({ signal: 'SIGKILL' });
    for (const failPoint of others) {
      const { child } = await start(failPoint);
      expect(await child.ended).toMatchObject({ signal: 'SIGKILL' });
    }
    const last = await start();
    const admin = await adminView(last.localUrl);
    await eventually(async () => ((await admin.job(id)).state === 'completed' ? true : undefined), {
      what: 'the video',
      timeoutMs: nodeMs,
    });
    expect(await mock.ledger('ten nodes')).toMatchObject({ accepted: 1, completed: 1 });
    expect((await admin.accounts()).map(({ held_credits: held }) => held)).toEqual([0]);
    await last.child.stop('SIGTERM');
  } finally {
    await mock.stop();
    await data.dispose();
  }
});
