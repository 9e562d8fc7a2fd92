import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../api/api-client.ts';
import { RequestFailed } from '../../../api/request-failed.ts';
import { actOnJobs, mostJobs, previewAct, readFitting } from './act-on-jobs.ts';

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `vt_${from + at}`);

interface Asked {
  readonly path: string;
  readonly body: { readonly ids: readonly string[] } | null;
}

/** A client whose server is scripted by a test. */
function client(respond: (asked: Asked) => object | number) {
  const asked: Asked[] = [];
  const api = createApiClient({
    urlOf: (path) => new URL(path, 'http://filmgate.test'),
    onSessionEnded: () => undefined,
    confirmLogin: async () => false,
    fetch: async (url, { body }) => {
      const one = {
        path: `${url.pathname}${url.search}`,
        body: typeof body === 'string' ? JSON.parse(body) : null,
      };
      asked.push(one);
      const response = respond(one);
      return typeof response === 'number'
        ? Response.json({ detail: 'no' }, { status: response })
        : Response.json(response);
    },
  });
  return { api, asked, run: { api, signal: new AbortController().signal } };
}

const acted = ({ body }: Asked) => ({
  data: (body?.ids ?? []).map((id) => ({ id, reason: null, job: null })),
});

describe('[console.jobs-many] an act on many jobs', () => {
  it('reads what fits the filters page by page, up to a bound', async () => {
    const { run, asked } = client(({ path }) => {
      const from = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
      const data = ids(200, from).map((id) => ({ id }));
      return { data, unreadable: [], next_cursor: String(from + 200) };
    });
    const counts: number[] = [];
    const filters = { state: 'outcome_unknown', owner: undefined };
    const read = await readFitting(run, filters, (count) => counts.push(count));
    expect([read.ids.length, new Set(read.ids).size, read.isCut]).toEqual([
      mostJobs,
      mostJobs,
      true,
    ]);
    expect(counts.slice(0, 2)).toEqual([200, 400]);
    expect(asked[1]?.path).toBe('/api/v1/admin/jobs?state=outcome_unknown&limit=200&cursor=200');
  });

  it('previews and acts in requests of a bounded size, and names each job once', async () => {
    const { run, asked } = client(acted);
    const checked = await previewAct(run, { act: 'cancel', ids: ids(250) }, () => undefined);
    expect(checked.map(({ id }) => id)).toEqual(ids(250));
    const done: string[] = [];
    const said = { act: 'resolve', outcome: 'charged', note: 'x' } as const;
    await actOnJobs(run, { said, ids: ids(120) }, (some) => done.push(...some.map(({ id }) => id)));
    expect(done).toEqual(ids(120));
    expect(asked.map(({ body }) => body?.ids.length)).toEqual([100, 100, 50, 50, 50, 20]);
    expect(asked.at(-1)).toMatchObject({ path: '/api/v1/admin/jobs/acts', body: said });
  });

  it('stops between two requests, and keeps what was done', async () => {
    const { api, asked } = client(acted);
    const stopping = new AbortController();
    const done: string[] = [];
    const run = { api, signal: stopping.signal };
    await actOnJobs(run, { said: { act: 'check' }, ids: ids(9) }, (some) => {
      done.push(...some.map(({ id }) => id));
      if (done.length === 4) stopping.abort();
    });
    expect([done, asked.length]).toEqual([ids(4), 2]);
  });

  it('ends with the first request that fails', async () => {
    const { run, asked } = client((one) => (asked.length > 1 ? 503 : acted(one)));
    const done: string[] = [];
    const acting = actOnJobs(run, { said: { act: 'cancel' }, ids: ids(120) }, (some) => {
      done.push(...some.map(({ id }) => id));
    });
    await expect(acting).rejects.toBeInstanceOf(RequestFailed);
    expect([done, asked.length]).toEqual([ids(50), 2]);
  });
});
