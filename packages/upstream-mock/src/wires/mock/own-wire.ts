import { callbackUrlProblem, mayBeCalled } from '../../callbacks/callback-url.ts';
import { callbackSecret, standardWebhookHeaders } from '../../callbacks/standard-webhook.ts';
import { readAuthorization } from '../../engine/authorization.ts';
import { createWire } from '../../engine/described-wire.ts';
import { ruledReply } from '../../engine/fault-reply.ts';
import type { CreatePersonality } from '../../engine/personality.ts';
import { type DescribedRoute, other, read, submission } from '../../engine/routes.ts';
import type { TaskReport, WireCall, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderReply } from '../../http/provider-request.ts';
import { findableAfterMs } from '../../job/findable-after.ts';
import { hasVanished, keptUntil } from '../../job/reported-job.ts';
import { ownFacts } from './own-facts.ts';
import { ownResult, redirectedResult, resultPath } from './own-results.ts';

/** Routes of the mock's own API. */
export const ownRoutes = {
  create: { method: 'POST', path: '/v1/generations' },
  search: { method: 'GET', path: '/v1/generations' },
  status: { method: 'GET', path: '/v1/generations/{id}' },
  result: { method: 'GET', path: '/v1/results/{id}' },
  account: { method: 'GET', path: '/v1/account' },
} as const;
export type OwnRoute = keyof typeof ownRoutes;
export const ownRouteNames = ['create', 'search', 'status', 'result', 'account'] as const;

/**
 * The mock's own API: the only one that reports every problem at once, finds a submission by the caller's id if a token
 * allows it, and reports the credits left.
 *
 * @param callbackHosts - hosts allowed as receivers of callbacks; for callers on this machine also loopback ones
 */
export function createOwnWire(callbackHosts: readonly string[]): CreatePersonality {
  return createWire({
    facts: ownFacts,
    // A key is any text, so that a token in it is refused by its name.
    credential: (call) => readAuthorization(call, /^Bearer (\S.*)$/i),
    taskId: (digits) => `gen_${digits}`,
    missing: 'not_found',
    kept: { fileMs: Infinity },
    servesFiles: true,
    error: ({ code, status, message, retryAfterMs }) =>
      jsonReply(status, { error: { kind: code, message, retry_after_ms: retryAfterMs } }),
    accepted: ({ job: { id } }) => jsonReply(202, { id, status: 'queued' }),
    callback: (report, callback, space) => {
      const body = JSON.stringify(jobOf(report, resultPath(report.job, report.base, space), space));
      return { body, headers: standardWebhookHeaders(callbackSecret(space.seed), callback, body) };
    },
    routes: [submissionRoute(callbackHosts), ...otherRoutes],
  });
}

function submissionRoute(callbackHosts: readonly string[]): DescribedRoute {
  return submission('create', ownRoutes.create.path, async (call) => {
    // A start loads nothing that reads requests.
    const { readOwnSubmission } = await import('./submission-schema.ts');
    const body = await readOwnSubmission(call);
    const url = body.kind === 'read' ? body.value.callback?.url : undefined;
    const problem = url === undefined ? undefined : receiverProblem(url, call, callbackHosts);
    return problem === undefined ? body : call.space.invalid('callback_url', problem);
  });
}

const otherRoutes: readonly DescribedRoute[] = [
  other('search', ownRoutes.search.path, search),
  read('status', ownRoutes.status.path, (report, { base, space }) => {
    const isUrlless =
      report.state === 'completed' && space.world.jobs.spendReadFault(report.job, 'urlMissing');
    const url = isUrlless ? undefined : resultPath(report.job, base, space);
    return jsonReply(200, jobOf(report, url, space));
  }),
  ...['GET', 'HEAD'].flatMap((method) => [
    other('result', ownRoutes.result.path, { respond: redirectedResult, method, isOpen: true }),
    other('result', ownRoutes.result.path, { respond: ownResult, method }),
  ]),
  other('account', ownRoutes.account.path, ({ account, space: { world } }) =>
    jsonReply(200, {
      credits: world.accounts.creditsOf(account),
      concurrency: world.accounts.settings(account).concurrency,
      in_flight: world.accounts.inFlight(account),
    }),
  ),
];

/** This API reports at once what a provider's keeps to itself. */
function receiverProblem(
  url: string,
  { space: { world } }: WireCall,
  hosts: readonly string[],
): string | undefined {
  const isLocal = world.requestHistory.exchanges.current()?.request.isLocal === true;
  const problem = callbackUrlProblem(url);
  if (problem !== undefined || mayBeCalled(url, hosts, isLocal)) return problem;
  return 'a host allowed by serve --callback-host or callbackHosts, or for callers on this machine a loopback host';
}

/** @param url - path of the file; undefined if a token withholds it */
function jobOf(report: TaskReport, url: string | undefined, { world }: WireSpace) {
  const { job, isOpen, state, status, failure, progress, charged } = report;
  const base = { id: job.id, status };
  if (isOpen) return status === state ? { ...base, progress } : base;
  if (state === 'failed')
    return { ...base, progress, error: { kind: failure?.code ?? null, charged: charged > 0 } };
  const until = keptUntil(job, world.clock);
  const output = { ...(url !== undefined && { url }), media_type: job.mediaType };
  return { ...base, progress, output: { ...output, ...(until !== null && { kept_until: until }) } };
}

/** Finds accepted submissions whose tokens allow a search; most providers cannot be searched. */
function search({ account, space, url }: WireCall): ProviderReply {
  const { world } = space;
  const correlationId = url.searchParams.get('correlation_id') ?? '';
  if (correlationId === '') return space.invalid(null, 'a search needs a correlation_id');
  const accepted = world.jobs.ofSubmission(account, correlationId);
  const ruled = ruledReply(space, 'search', {
    account,
    job: accepted[0],
    key: `id:${correlationId}`,
  });
  if (ruled !== undefined) return ruled;
  const findable = accepted.filter(({ instructions }) => instructions.findable);
  if (findable.length === 0 && accepted.length > 0) {
    for (const { id } of accepted) world.requestHistory.note(id, { isUnsearchable: true });
    return space.refuse('not_searchable');
  }
  const now = world.clock.now();
  const lagOf = ({ instructions }: (typeof findable)[number]) =>
    world.clock.scaled(instructions.listLagMs ?? findableAfterMs);
  const visible = findable.filter(
    (job) => job.acceptedAt + lagOf(job) <= now && !hasVanished(job, now),
  );
  return jsonReply(200, {
    data: visible.map(({ id }) => ({ id, correlation_id: correlationId })),
  });
}
