import type { Route } from '../../model/route.ts';
import type { PreparedSubmission } from '../../upstream/upstream-handle.ts';
import { boundedCall } from './bounded-call.ts';
import { readAsset } from './read-asset.ts';
import type { JobUpstream } from './upstream-of.ts';
import type { Work } from './work.ts';

export type Preparation =
  | { readonly kind: 'prepared'; readonly submission: PreparedSubmission }
  /** The client threw: it would throw again, until somebody changes something. */
  | { readonly kind: 'not-prepared'; readonly detail: string };

interface Wish {
  readonly upstream: JobUpstream;
  readonly route: Route;
  readonly correlationId: string;
}

/** Brings to the upstream what the submission refers to, and makes the exact submission. Nothing is ordered by it. */
export async function prepareSubmission(work: Work, wish: Wish): Promise<Preparation> {
  try {
    return { kind: 'prepared', submission: prepareStaged(work, wish, await stage(work, wish)) };
  } catch (error) {
    const { account, place } = wish.upstream;
    const facts = { job: work.job.id, account: account.id, place, model: wish.route.model };
    work.ports.log.error('prepare-threw', error, facts);
    return { kind: 'not-prepared', detail: reasonOf(error) };
  }
}

/** What bringing references to an upstream throws may show a credential or a signed link; preparing has none to show. */
function reasonOf(error: unknown): string {
  if (error instanceof StagingFailed) return 'its references could not be brought there';
  return error instanceof Error ? error.message : 'its client failed';
}

class StagingFailed extends Error {
  override readonly name = 'StagingFailed';
}

/** As `prepareSubmission` for one that is only searched for: nothing is brought to the upstream. Undefined where that cannot be done. */
export function submissionAsSent(work: Work, wish: Wish): PreparedSubmission | undefined {
  try {
    return prepareStaged(work, wish, {});
  } catch {
    return undefined;
  }
}

type Staged = Pick<Parameters<JobUpstream['client']['prepare']>[0], 'staged'>;

async function stage(work: Work, { upstream, route }: Wish): Promise<Staged> {
  const { client, account } = upstream;
  const bring = client.stage?.bind(client);
  if (bring === undefined) return {};
  const { ports, options, signal, job } = work;
  const staged = await boundedCall(
    {
      clock: ports.clock,
      signal,
      timeoutMs: client.capabilities().sendTimeoutMs ?? options.sendTimeoutMs,
    },
    (bounded) =>
      bring({
        account,
        signal: bounded,
        request: job.request,
        route,
        readAsset: (sha256) => readAsset(work, sha256),
      }),
  ).catch((cause: unknown) => {
    throw new StagingFailed('Staging failed.', { cause });
  });
  return { staged };
}

function prepareStaged(
  { job }: Work,
  { upstream, route, correlationId }: Wish,
  staged: Staged,
): PreparedSubmission {
  const { client, account } = upstream;
  const { id, label } = account;
  return client.prepare({
    request: job.request,
    route,
    account: { id, label },
    correlationId,
    noticeUrl: null,
    ...staged,
  });
}
