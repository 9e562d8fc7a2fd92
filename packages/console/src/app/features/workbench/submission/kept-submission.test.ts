import { describe, expect, it } from 'vitest';
import { sampleWorkbenchJob } from '../../../../../test/support/sample-workbench-job.ts';
import {
  answeredWith,
  phasesOf,
  refusedWith,
  sampleCreation,
  SubmissionWorld,
} from '../../../../../test/support/submission-world.ts';

describe('a submission that was kept', () => {
  it('[console.workbench-submit] keeps its id through silence, and through a reload', async () => {
    const world = new SubmissionWorld();
    const outbox = await world.submitted();
    await world.sent[0]?.response({ kind: 'unreachable' });
    expect(phasesOf(outbox)).toEqual(['waiting']);
    world.pauses[0]?.run();
    await world.sent[1]?.response(refusedWith(503));
    expect(phasesOf(outbox)).toEqual(['waiting']);
    const reloaded = await world.reloaded(outbox);
    await world.sent[2]?.response(answeredWith('ui-1'));
    expect(world.sent.map(({ id }) => id)).toEqual(['ui-1', 'ui-1', 'ui-1']);
    expect(world.created).toEqual(['ui-1']);
    expect(reloaded.snapshot()).toEqual([]);
    expect(await world.kept()).toEqual([]);
  });

  it('[console.workbench-submit] with files goes out with the same files after a reload, which are forgotten then', async () => {
    const world = new SubmissionWorld();
    const withFile = {
      ...sampleCreation,
      reference_images: ['data:image/png;base64,AAAA'],
      account: 'a',
    };
    const outbox = await world.submitted(withFile);
    expect(world.images.keys()).toEqual(['ui-1']);
    await world.reloaded(outbox);
    expect(world.sent.map(({ id, request: content }) => [id, content])).toEqual([
      ['ui-1', withFile],
      ['ui-1', withFile],
    ]);
    await world.sent[1]?.response(answeredWith('ui-1'));
    expect(world.images.keys()).toEqual([]);
  });

  it('[console.workbench-submit] whose files cannot be kept is known by its id, and not sent without them', async () => {
    const world = new SubmissionWorld({ areImagesForbidden: true });
    const outbox = await world.submitted({
      ...sampleCreation,
      reference_images: ['data:image/png;base64,AAAA'],
    });
    await world.sent[0]?.response({ kind: 'unreachable' });
    const reloaded = await world.reloaded(outbox);
    expect(reloaded.snapshot()).toMatchObject([{ id: 'ui-1', request: null }]);
    expect(world.sent).toHaveLength(1);
    reloaded.arrived(sampleWorkbenchJob({ job_id: 'ui-1' }));
    expect(reloaded.snapshot()).toEqual([]);
  });

  it('[console.workbench-submit] lives in its tab where nothing can be kept', async () => {
    const world = new SubmissionWorld({ mostCharacters: 0 });
    await world.submitted();
    await world.sent[0]?.response(answeredWith('ui-1'));
    expect(world.created).toEqual(['ui-1']);
  });

  it('what is in the storage and not ours is thrown away', async () => {
    const world = new SubmissionWorld();
    world.storage.setItem('filmgate.submission.x', 'nonsense');
    world.storage.setItem('other', 'kept');
    expect(await world.kept()).toEqual([]);
    expect(world.storage.length).toBe(1);
  });
});
