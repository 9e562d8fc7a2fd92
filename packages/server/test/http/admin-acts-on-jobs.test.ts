import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { instant, smallest } from './prompts.ts';
import { jsonOf } from './response.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();
const jobSchema = z.object({ state: z.string(), price: z.int() });
const actedSchema = z.object({
  data: z.array(
    z.object({ id: z.string(), reason: z.string().nullable(), job: jobSchema.nullable() }),
  ),
});
const detailSchema = z.object({
  trail: z.array(z.object({ what: z.string(), actor: z.string().nullable(), detail: z.unknown() })),
});
const auditSchema = z.object({
  data: z.array(z.object({ target: z.string(), action: z.string(), after: z.unknown() })),
});

async function post(path: string, body: object) {
  const response = await shared.gateway.adminSend('POST', path, body);
  expect(response.status, response.text).toBe(200);
  return actedSchema.parse(jsonOf(response)).data;
}

describe('one act on many jobs', () => {
  let user: Awaited<ReturnType<typeof shared.newUser>>;
  const lost: string[] = [];
  let done = '';

  async function order(prompt: string, state: string): Promise<string> {
    const { id } = taskOf(await user.create(smallest(prompt)));
    const isThere = async () => {
      const checked = await post('jobs/acts/preview', { act: 'check', ids: [id] });
      return checked[0]?.job?.state === state ? true : undefined;
    };
    await eventually(isThere, { what: `${id} to be ${state}` });
    return id;
  }

  beforeAll(async () => {
    user = await shared.newUser();
    // Three lost responses in a row with none between would open the provider's circuit.
    for (const at of [1, 2])
      lost.push(await order(instant(`${at} 44dd`, 'lost-response'), 'outcome_unknown'));
    done = await order(instant('done 44dd'), 'completed');
  });

  it('[admin.jobs.acts][admin.jobs.acts-preview][admin.jobs.acts-audited] resolves each unknown outcome on one piece of evidence, and gives each owner its credits', async () => {
    const ids = [...lost, done, 'vt_none'];
    const held = (await shared.gateway.usageOf(user.id)).held;
    const preview = await post('jobs/acts/preview', { act: 'resolve', ids });
    expect(preview.map(({ reason }) => reason)).toEqual([null, null, 'not-unknown', 'not-found']);
    const price = preview.slice(0, 2).reduce((sum, { job }) => sum + (job?.price ?? 0), 0);
    expect(held).toBe(price);
    const note = 'the bill of November has neither';
    const body = { act: 'resolve', ids, outcome: 'not_charged', note };
    const acted = await post('jobs/acts', body);
    expect(acted.map(({ reason, job }) => [reason, job?.state])).toEqual([
      [null, 'failed'],
      [null, 'failed'],
      ['not-unknown', 'completed'],
      ['not-found', undefined],
    ]);
    expect((await shared.gateway.usageOf(user.id)).held).toBe(0);
    for (const id of lost) {
      const audit = await shared.gateway.adminFetch(`audit-log?target=${id}`);
      expect(auditSchema.parse(jsonOf(audit)).data).toEqual([
        { target: id, action: 'job.resolve', after: expect.objectContaining({ note }) },
      ]);
      const detail = await shared.gateway.adminFetch(`jobs/${id}`);
      const { trail } = detailSchema.parse(jsonOf(detail));
      expect(JSON.stringify(trail.at(-1))).toContain(note);
    }
    const again = await post('jobs/acts', body);
    expect(again.every(({ reason }) => reason !== null)).toBe(true);
  });
});
