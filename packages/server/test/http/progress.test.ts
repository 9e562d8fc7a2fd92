import { describe, expect, it } from 'vitest';
import { eventually } from './eventually.ts';
import { smallest } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway(() => ({ env: { FILMGATE_MOCK_SPEED: '20' } }));

describe('progress', () => {
  it('[tasks.object.progress] never falls, and 100 comes with completion', async () => {
    const body = smallest('watched to the end [[mock:queue=2s,run=20s]]');
    const task = taskOf(await shared.tasks.create(body));
    const seen: number[] = [];
    seen.push(task.progress);
    const done = await eventually(
      async () => {
        const now = await shared.tasks.read(task.id);
        seen.push(now.progress);
        return now.status === 'in_progress' ? undefined : now;
      },
      { what: 'completion', timeoutMs: 30_000 },
    );
    expect(done).toMatchObject({ status: 'completed', progress: 100 });
    expect([...seen].toSorted((left, right) => left - right)).toEqual(seen);
    expect(new Set(seen).size).toBeGreaterThan(2);
  });
});
