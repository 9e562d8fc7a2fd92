import type { Route } from '../../model/route.ts';
import type { StagingOutcome } from '../../ports/upstream-client.ts';
import type { PreparedSubmission } from '../../upstream/upstream-handle.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { withTimeout } from './with-timeout.ts';
import { readAsset } from './read-asset.ts';
import type { JobUpstream } from './upstream-of.ts';
import type { Work } from './work.ts';

export type Preparation =
  | { readonly kind: 'prepared'; readonly submission: PreparedSubmission }
  /** The client threw: it would throw again until an operator changes something. */
  | { readonly kind: 'not-prepared'; readonly detail: string }
  /** What it refers to could not be brought there: nothing was ordered. */
  | { readonly kind: 'not-staged'; readonly error: UpstreamError }
  /** The work was given up meanwhile: says nothing about the place. */
  | { readonly kind: 'given-up' };

interface Wish {
  readonly upstream: JobUpstream;
  readonly route: Route;
  readonly correlationId: string;
}

/** What staging throws may show a credential or a signed link, and goes to the log alone. */
const notBrought: UpstreamError = {
  kind: 'unavailable',
  scope: 'provider',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'its references could not be brought there',
};

/** Brings to the upstream what the submission refers to, and makes the exact submission. Nothing is ordered by it. */
export async function prepareSubmission(work: Work, wish: Wish): Promise<Preparation> {
  const outcome = await stage(work, wish);
  if (outcome?.kind === 'rejected')
    return work.signal.aborted
      ? { kind: 'given-up' }
      : { kind: 'not-staged', error: outcome.error };
  try {
    const staged = outcome === undefined ? {} : { staged: outcome.value };
    return { kind: 'prepared', submission: prepareStaged(work, wish, staged) };
  } catch (error) {
    work.ports.log.error('prepare-threw', error, factsOf(work, wish));
    const detail = error instanceof Error ? error.message : 'its client failed';
    return { kind: 'not-prepared', detail };
  }
}

function factsOf({ job }: Work, { upstream: { account, place }, route }: Wish) {
  return { job: job.id, account: account.id, place, model: route.model };
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

async function stage(work: Work, wish: Wish): Promise<StagingOutcome | undefined> {
  const { upstream, route, correlationId } = wish;
  const { client, account } = upstream;
  const bring = client.stage?.bind(client);
  if (bring === undefined) return undefined;
  const { ports, options, signal, job } = work;
  const timeoutMs = client.capabilities().sendTimeoutMs ?? options.sendTimeoutMs;
  try {
    return await withTimeout({ clock: ports.clock, signal, timeoutMs }, (bounded) =>
      bring({
        account,
        signal: bounded,
        request: job.request,
        route,
        correlationId,
        readAsset: (sha256) => readAsset(work, sha256),
      }),
    );
  } catch (error) {
    ports.log.error('stage-threw', error, factsOf(work, wish));
    return { kind: 'rejected', error: notBrought };
  }
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
