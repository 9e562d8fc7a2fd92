import { describe, expect, it } from 'vitest';
import { sampleWorkbenchJob } from '../../../../../test/support/sample-workbench-job.ts';
import {
  answeredWith,
  phasesOf,
  refusedWith,
  sampleCreation,
  SubmissionWorld,
  turn,
} from '../../../../../test/support/submission-world.ts';

describe('a submission', () => {
  it('[console.workbench-submit] pressed twice is sent once', async () => {
    const world = new SubmissionWorld();
    const outbox = world.openOutbox();
    expect(outbox.submit(sampleCreation)).toBe('sent');
    expect(outbox.submit(sampleCreation)).toBe('joined');
    await turn();
    expect(world.sent).toHaveLength(1);
    await world.sent[0]?.response(answeredWith('ui-1'));
    expect(outbox.submit(sampleCreation)).toBe('joined');
    await turn();
    expect(world.sent).toHaveLength(1);
    world.now += 2001;
    outbox.submit(sampleCreation);
    await turn();
    expect(world.sent.map(({ id }) => id)).toEqual(['ui-1', 'ui-2']);
  });

  it('[console.workbench-joined] is made once more where another one is asked for', async () => {
    const world = new SubmissionWorld();
    const outbox = world.openOutbox();
    outbox.submit(sampleCreation);
    expect(outbox.submit(sampleCreation, { isAnother: true })).toBe('sent');
    await turn();
    expect(world.sent.map(({ id }) => id)).toEqual(['ui-1', 'ui-2']);
  });

  it('[console.workbench-submit] pressed again while it waits goes out with its id', async () => {
    const world = new SubmissionWorld();
    const outbox = await world.submitted();
    await world.sent[0]?.response({ kind: 'unreachable' });
    world.now += 60_000;
    expect(outbox.submit(sampleCreation)).toBe('joined');
    await turn();
    expect(world.sent.map(({ id }) => id)).toEqual(['ui-1', 'ui-1']);
    expect(world.pauses).toEqual([]);
  });

  it('waits longer each time, and as long as it was told', async () => {
    const world = new SubmissionWorld();
    await world.submitted();
    const waited: (number | undefined)[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await world.sent.at(-1)?.response({ kind: 'unreachable' });
      const [pause] = world.pauses;
      waited.push(pause?.ms);
      pause?.run();
    }
    expect(waited).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(world.pauses).toEqual([]);
    await world.sent.at(-1)?.response(refusedWith(429, 40_000));
    expect(world.pauses.map(({ ms }) => ms)).toEqual([40_000]);
  });

  it.each([
    [422, 'refused'],
    [409, 'conflict'],
  ] as const)(
    '[console.workbench-conflict] that is answered %i is %s, and never sent again',
    async (status, kind) => {
      const world = new SubmissionWorld();
      const outbox = await world.submitted();
      await world.sent[0]?.response(refusedWith(status));
      expect(phasesOf(outbox)).toEqual([kind]);
      expect(world.pauses).toEqual([]);
      expect(await world.kept()).toEqual([]);
      outbox.dismiss('ui-1');
      expect(outbox.snapshot()).toEqual([]);
    },
  );

  it('[console.workbench-submit] that the list tells of has arrived', async () => {
    const world = new SubmissionWorld();
    const outbox = await world.submitted();
    await world.sent[0]?.response({ kind: 'unreachable' });
    outbox.arrived(sampleWorkbenchJob({ job_id: 'ui-2' }));
    expect(phasesOf(outbox)).toEqual(['waiting']);
    outbox.arrived(sampleWorkbenchJob({ job_id: 'ui-1' }));
    expect(outbox.snapshot()).toEqual([]);
    expect(world.pauses).toEqual([]);
  });

  it('[console.workbench-conflict] whose id the list has for something else stays until it is put aside', async () => {
    const world = new SubmissionWorld();
    const outbox = world.openOutbox();
    outbox.submit(sampleCreation);
    outbox.arrived(sampleWorkbenchJob({ job_id: 'ui-1', prompt: 'another page was first' }));
    await turn();
    await world.sent[0]?.response(refusedWith(409));
    outbox.arrived(sampleWorkbenchJob({ job_id: 'ui-1', model: 'another' }));
    outbox.arrived(sampleWorkbenchJob({ job_id: 'ui-1', generate_audio: true }));
    expect(phasesOf(outbox)).toEqual(['conflict']);
  });
});
