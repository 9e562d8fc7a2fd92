import type { Route } from '../../model/route.ts';
import type { StagingOutcome } from '../../ports/upstream-client.ts';
import type { PreparedSubmission } from '../../upstream/upstream-handle.ts';
import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { withTimeout } from './with-timeout.ts';
import { readAsset } from './read-asset.ts';
import type { JobUpstream } from './upstream-of.ts';
import type { StepContext } from './step-context.ts';

export type Preparation =
  | { readonly kind: 'prepared'; readonly submission: PreparedSubmission }
  /** The client threw: it would throw again until an operator changes something. */
  | { readonly kind: 'not-prepared'; readonly detail: string }
  /** The material it refers to could not be uploaded: nothing was ordered. */
  | { readonly kind: 'not-staged'; readonly error: UpstreamError }
  /** The step was aborted meanwhile: no evidence about the endpoint. */
  | { readonly kind: 'given-up' };

interface Wish {
  readonly upstream: JobUpstream;
  readonly route: Route;
  readonly correlationId: string;
}

/** An exception in staging may show a credential or a signed link, so it goes to the log alone. */
const notBrought: UpstreamError = {
  kind: 'unavailable',
  scope: 'endpoint',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'the references could not be uploaded to the provider',
};

/** Uploads to the provider what the submission refers to, and makes the exact submission. Orders nothing. */
export async function prepareSubmission(context: StepContext, wish: Wish): Promise<Preparation> {
  const outcome = await stage(context, wish);
  if (outcome?.kind === 'rejected')
    return context.signal.aborted
      ? { kind: 'given-up' }
      : { kind: 'not-staged', error: outcome.error };
  try {
    const staged = outcome === undefined ? {} : { staged: outcome.value };
    return { kind: 'prepared', submission: prepareStaged(context, wish, staged) };
  } catch (error) {
    context.ports.log.error('prepare-threw', error, factsOf(context, wish));
    const detail = error instanceof Error ? error.message : 'the provider client failed';
    return { kind: 'not-prepared', detail };
  }
}

function factsOf({ job }: StepContext, { upstream: { account, endpoint }, route }: Wish) {
  return { job: job.id, account: account.id, endpoint, model: route.model };
}

/** Like `prepareSubmission` for one that is only searched for, without uploads; undefined where impossible. */
export function submissionAsSent(context: StepContext, wish: Wish): PreparedSubmission | undefined {
  try {
    return prepareStaged(context, wish, {});
  } catch {
    return undefined;
  }
}

type Staged = Pick<Parameters<JobUpstream['client']['prepare']>[0], 'staged'>;

async function stage(context: StepContext, wish: Wish): Promise<StagingOutcome | undefined> {
  const { upstream, route, correlationId } = wish;
  const { client, account } = upstream;
  const bring = client.stage?.bind(client);
  if (bring === undefined) return undefined;
  const { ports, options, signal, job } = context;
  const timeoutMs = client.capabilities().sendTimeoutMs ?? options.sendTimeoutMs;
  try {
    return await withTimeout({ clock: ports.clock, signal, timeoutMs }, (bounded) =>
      bring({
        account,
        signal: bounded,
        request: job.request,
        route,
        correlationId,
        readAsset: (sha256) => readAsset(context, sha256),
      }),
    );
  } catch (error) {
    ports.log.error('stage-threw', error, factsOf(context, wish));
    return { kind: 'rejected', error: notBrought };
  }
}

function prepareStaged(
  { job, ports }: StepContext,
  { upstream, route, correlationId }: Wish,
  staged: Staged,
): PreparedSubmission {
  const { client, account } = upstream;
  const { secret: _, ...named } = account;
  return client.prepare({
    request: job.request,
    route,
    account: named,
    correlationId,
    noticeUrl:
      ports.notices?.unsigned({ jobId: job.id, correlationId, accountId: account.id }) ?? null,
    ...staged,
  });
}
