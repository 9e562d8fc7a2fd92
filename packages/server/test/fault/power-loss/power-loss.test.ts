import { beforeAll, describe, expect, it } from 'vitest';
import { pngBytes } from '../../http/sample-media.ts';
import { assetOf } from '../../http/native-client.ts';
import { instant, smallest } from '../../http/prompts.ts';
import { taskOf } from '../../http/tasks-client.ts';
import { checkTrace, type Statement } from './check-trace.ts';
import { type Callers, traceGateway, traceHastyServer } from './traced-server.ts';
import { requireTracing } from './tracing.ts';

const together = 8;

function idsOf(statements: readonly Statement[], kind: Statement['kind']): readonly string[] {
  return statements.filter((one) => one.kind === kind).map(({ id }) => id);
}

function losing(statements: readonly Statement[]): readonly Statement[] {
  return statements.filter(({ losses }) => losses.length > 0);
}

interface Reported {
  /** Tasks with a 202 response. */
  readonly tasks: readonly string[];
  readonly asset: string;
  /** Digests of the results. */
  readonly digests: readonly string[];
}

async function useGateway({ tasks, native }: Callers): Promise<Reported> {
  const create = async (name: string): Promise<string> =>
    taskOf(await tasks.create(smallest(instant(name)), { key: name })).id;
  const alone = await create('alone');
  const asset = assetOf(await native.upload(pngBytes())).assetId;
  const names = Array.from({ length: together }, (_, index) => `together-${index}`);
  const ids = [alone, ...(await Promise.all(names.map(create)))];
  const digests: string[] = [];
  for (const id of ids) {
    const { video_url: url } = await tasks.completed(id);
    const content = await fetch(url ?? '', { headers: { range: 'bytes=0-0' } });
    await content.arrayBuffer();
    digests.push(content.headers.get('etag')?.slice(1, -1) ?? '');
  }
  return { tasks: ids, asset, digests };
}

describe('a power cut at any moment', () => {
  let reported: Reported;
  let statements: readonly Statement[];
  let withoutSyncs: readonly Statement[];

  beforeAll(async () => {
    await requireTracing();
    const { calls, files } = await traceGateway(async (callers) => {
      reported = await useGateway(callers);
    });
    statements = checkTrace(calls, files, reported.digests);
    const others = calls.filter(({ name }) => name !== 'fsync' && name !== 'fdatasync');
    withoutSyncs = checkTrace(others, files, reported.digests);
  }, 180_000);

  const of = (kind: Statement['kind']) => statements.filter((one) => one.kind === kind);

  it('[invariants.i2-accepted-survives] loses no task answered 202: its rows are in the log, and the log is synced, before the response leaves', () => {
    expect(idsOf(statements, 'task-accepted').toSorted()).toEqual(reported.tasks.toSorted());
    expect(losing(of('task-accepted'))).toEqual([]);
  });

  it('[native.assets.created] loses no asset answered 201: its file, the name of it and its row are synced before', () => {
    expect(idsOf(statements, 'asset-stored')).toEqual([reported.asset]);
    expect(losing(of('asset-stored'))).toEqual([]);
  });

  it('[invariants.i1-one-submission] loses no dispatch record: it is synced before the submission leaves for the upstream', () => {
    const submissions = reported.tasks.map((id) => `${id}.1`);
    expect(idsOf(statements, 'sent-upstream').toSorted()).toEqual(submissions.toSorted());
    expect(losing(of('sent-upstream'))).toEqual([]);
  });

  it('[invariants.i7-completed-on-disk] loses no result of a completed task: its file and the name of it are synced before a row names it', () => {
    expect(reported.digests.filter((digest) => /^[0-9a-f]{64}$/.test(digest))).toHaveLength(
      together + 1,
    );
    expect(losing(of('result-noted'))).toEqual([]);
  });

  it('[invariants.i2-accepted-survives] would have lost each of them, had the very same run not synced', () => {
    expect(withoutSyncs).toHaveLength(statements.length);
    expect(losing(withoutSyncs)).toEqual(withoutSyncs);
  });
});

describe('a server that responds once SQLite has taken the row', () => {
  const ids = ['first', 'second', 'third'];

  beforeAll(requireTracing);

  it.each([
    { synchronous: 'full', lost: [] },
    { synchronous: 'off', lost: ids },
  ] as const)(
    '[invariants.i2-accepted-survives] is seen to lose $lost where synchronous is $synchronous',
    async ({ synchronous, lost }) => {
      const { calls, files } = await traceHastyServer(synchronous, ids);
      const statements = checkTrace(calls, files);
      expect(idsOf(statements, 'task-accepted')).toEqual(ids);
      expect(losing(statements).map(({ id }) => id)).toEqual(lost);
    },
  );
});
