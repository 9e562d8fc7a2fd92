import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, expectDetail, jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { type AdminJob, adminJobResponseSchema, type Task } from './shapes.ts';
import { taskOf, type TasksClient } from './tasks-client.ts';
import { type SharedGateway, useGateway } from './use-gateway.ts';

const shared = useGateway();
/** Aborts soon while waiting for a response that never comes. */
const hasty = useGateway(() => ({ env: { FILMGATE_SEND_TIMEOUT_SECONDS: '1' } }));

async function adminJob({ gateway }: SharedGateway, id: string): Promise<AdminJob> {
  return adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`)));
}

const trailSchema = z.object({
  trail: z.array(z.object({ what: z.string(), by: z.string(), actor: z.string().nullable() })),
});

/** Changes to a job by people, not by the runner, after its acceptance. */
function authorsIn(response: HttpResponse): readonly (readonly [string, string, string | null])[] {
  return trailSchema
    .parse(jsonOf(response))
    .trail.filter(({ by }) => by !== 'runner' && by !== 'caller')
    .map(({ what, by, actor }) => [what, by, actor] as const);
}

/** A task whose response the upstream lost, once the gateway has recorded its outcome as unknown. */
async function unknownTask(
  user: TasksClient,
  text: string,
  token: string,
  world: SharedGateway = shared,
): Promise<Task> {
  const task = taskOf(await user.create(smallest(instant(text, token))));
  await eventually(
    async () => ((await adminJob(world, task.id)).state === 'outcome_unknown' ? true : undefined),
    { what: `${task.id} to be unknown` },
  );
  // Three lost responses in a row with none between would open the provider's circuit.
  const between = taskOf(await world.tasks.create(smallest(instant('answered in between'))));
  await world.tasks.completed(between.id);
  return task;
}

const resolve = (id: string, outcome: string) =>
  shared.gateway.adminSend('POST', `jobs/${id}/resolve`, { outcome, note: 'asked the provider' });

describe('a failed generation', () => {
  it.each(['policy', 'internal', 'credits'])(
    '[jobs.upstream-failure][tasks.object.error][mock.fail] of kind %s makes the task failed with a reason',
    async (kind) => {
      const task = taskOf(
        await shared.tasks.create(smallest(instant(`fails ${kind}`, `fail=${kind}`))),
      );
      const failed = await shared.tasks.failed(task.id);
      expect(failed.error?.code).toMatch(/^[a-z][a-z_]+$/);
      expect(failed.error?.message).toMatch(/\S/);
      expect(failed.video_url).toBeUndefined();
      expect(failed.expires_at).toBeNull();
      const content = await shared.tasks.request(`/v1/videos/${task.id}/content`);
      expect(content.status).toBe(404);
    },
  );

  it('[jobs.upstream-failure] a refused submission fails the task, and the upstream accepted nothing', async () => {
    const task = taskOf(await shared.tasks.create(smallest(instant('refused 5c1d', 'refuse=400'))));
    expect((await shared.tasks.failed(task.id)).error?.code).toMatch(/^[a-z][a-z_]+$/);
    expect((await shared.gateway.mock.ledger('refused 5c1d')).accepted).toBe(0);
  });

  it('[mock.unknown-token] an unknown token fails the task and names the nearest ones', async () => {
    const task = taskOf(await shared.tasks.create(smallest('a fox [[mock:no-such-token]]')));
    expect((await shared.tasks.failed(task.id)).error?.code).toBe('request_rejected');
    const { text } = await shared.gateway.adminFetch(`jobs/${task.id}`);
    expect(text).toContain('no-such-token');
    expect(text).toContain('did you mean');
  });
});

describe('a disturbed generation', () => {
  it.each(['reads=404:2', 'reads=500:2', 'url-403=2'])(
    '[jobs.failed-poll][jobs.result-transient][invariants.i1-one-submission] %s changes nothing of the outcome',
    async (token) => {
      const text = `disturbed by ${token} 77b2`;
      const task = taskOf(await shared.tasks.create(smallest(instant(text, token))));
      expect((await shared.tasks.completed(task.id)).error).toBeNull();
      expect((await shared.gateway.mock.ledger(text)).accepted).toBe(1);
    },
  );

  it.each(['truncate=60%', 'html-body', 'no-moov'])(
    '[results.proof][results.told][invariants.i7-completed-on-disk] %s leaves the task in progress, with a warning',
    async (token) => {
      const { id } = taskOf(
        await shared.tasks.create(smallest(instant(`spoiled by ${token}`, token))),
      );
      const warned = async () => {
        const task = await shared.tasks.read(id);
        return task.warnings.length > 0 ? task : undefined;
      };
      const task = await eventually(warned, { what: `a warning of ${id}` });
      expect(task.status).toBe('in_progress');
      expect(task.warnings.map(({ param }) => param)).toEqual(['video_url']);
    },
  );

  it('[jobs.result-differs] a video of another duration completes with a warning', async () => {
    const task = taskOf(
      await shared.tasks.create(smallest(instant('too short', 'wrong-duration'))),
    );
    const done = await shared.tasks.completed(task.id);
    expect(done.warnings.length).toBeGreaterThan(0);
    expect(done.video_url).toBeDefined();
  });
});

describe('an unknown outcome', () => {
  it.each(['lost-response', 'response=hang', 'response=500', 'response=garbled'])(
    '[invariants.i6-unknown-not-resubmitted][invariants.i1-one-submission][mock.lost-answers][jobs.send-timeout] after %s reads in_progress and is submitted once',
    async (token) => {
      const text = `unknown by ${token} 9e04`;
      const world = token === 'response=hang' ? hasty : shared;
      const { tasks, gateway } = world;
      const task = await unknownTask(tasks, text, token, world);
      expect((await tasks.read(task.id)).status).toBe('in_progress');
      const checked = await gateway.adminFetch(`jobs/${task.id}/check`, { method: 'POST' });
      expect(checked.status, checked.text).toBe(200);
      expect((await gateway.mock.ledger(text)).accepted).toBe(1);
    },
  );

  it.each([
    ['charged', 'outcome_ruled_charged'],
    ['not_charged', 'outcome_ruled_not_charged'],
  ])(
    '[admin.jobs.resolve][jobs.ruling-codes][jobs.ruling-money] resolved %s is failed with %s and closed in the quota',
    async (outcome, code) => {
      const user = await shared.newUser();
      const task = await unknownTask(user, `to be resolved ${outcome} 31aa`, 'lost-response');
      const { held } = await shared.gateway.usageOf(user.id);
      expect(held).toBeGreaterThan(0);
      const response = await resolve(task.id, outcome);
      expect(response.status, response.text).toBe(200);
      expect(adminJobResponseSchema.parse(jsonOf(response)).state).toBe('failed');
      expect((await user.failed(task.id)).error?.code).toBe(code);
      const used = outcome === 'charged' ? held : 0;
      expect(await shared.gateway.usageOf(user.id)).toEqual({ used, reserved: 0, held: 0 });
      expect((await shared.gateway.mock.ledger(`to be resolved ${outcome} 31aa`)).accepted).toBe(1);
      const trail = await shared.gateway.adminFetch(`jobs/${task.id}`);
      expect(trail.text).toContain('asked the provider');
      expect(authorsIn(trail)).toEqual([['ruled', 'operator', 'admin']]);
    },
  );

  it('[admin.jobs.resolve-once][invariants.i8-final-states] can be resolved once', async () => {
    const task = await unknownTask(shared.tasks, 'resolved once', 'lost-response');
    expect((await resolve(task.id, 'not_charged')).status).toBe(200);
    expectDetail(await resolve(task.id, 'charged'), 409);
    expect((await shared.tasks.failed(task.id)).error?.code).toBe('outcome_ruled_not_charged');
  });

  it('[admin.jobs.resolve-once] only one of two resolutions at once counts', async () => {
    const task = await unknownTask(shared.tasks, 'resolved by two', 'lost-response');
    const responses = await Promise.all([
      resolve(task.id, 'charged'),
      resolve(task.id, 'not_charged'),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('[admin.jobs.resolve-once] a task whose outcome is known cannot be resolved', async () => {
    const done = taskOf(await shared.tasks.create(smallest(instant('known'))));
    await shared.tasks.completed(done.id);
    expectDetail(await resolve(done.id, 'charged'), 409);
    expect((await shared.tasks.read(done.id)).status).toBe('completed');
    expectDetail(await resolve('vt_00000000000000000000000000', 'charged'), 404);
  });

  it.each(['maybe', '', null])(
    '[admin.errors-detail] the outcome %j is no resolution',
    async (outcome) => {
      const task = await unknownTask(shared.tasks, 'badly resolved', 'lost-response');
      const body = { outcome, note: 'what now' };
      const response = await shared.gateway.adminSend('POST', `jobs/${task.id}/resolve`, body);
      expectDetail(response, response.status === 422 ? 422 : 400);
      expect((await adminJob(shared, task.id)).state).toBe('outcome_unknown');
    },
  );

  it('[jobs.unknown-found][mock.findable][invariants.i1-one-submission] that the upstream can be asked for is found and completes', async () => {
    const text = 'lost and found b61c';
    const tokens = ['lost-response', 'findable'];
    const task = taskOf(await shared.tasks.create(smallest(instant(text, ...tokens))));
    // No check is requested: one beside the runner's own search can delay the job until a lease expires.
    await shared.tasks.completed(task.id);
    expect((await shared.gateway.mock.ledger(text)).accepted).toBe(1);
  });
});
