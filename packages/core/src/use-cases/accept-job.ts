import { match } from 'ts-pattern';
import { judgeAdmission } from '../account/admission.ts';
import { demandOf } from '../account/demand-of.ts';
import { decideReplay } from '../idempotency/decide-replay.ts';
import { requestFingerprint } from '../idempotency/request-fingerprint.ts';
import type { GenerationRequest } from '../job/generation-request.ts';
import type { Job } from '../job/job.ts';
import { creditCost } from '../model/credit-cost.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { IdempotencyClaim } from '../ports/job-store.ts';
import { canReserve } from '../quota/quota-ledger.ts';
import type { AcceptCommand, AcceptResult } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { newJob } from './new-job.ts';
import { checkReferences, resolveReferences } from './resolve-references.ts';

interface Acceptance {
  readonly ports: GatewayPorts;
  readonly options: GatewayOptions;
  readonly command: AcceptCommand;
  readonly claim: IdempotencyClaim | null;
}

/** How soon a credit refusal may pass, in ms. */
const creditRetryMs = 10_000;

/**
 * Accepts a creation, in the order of decisions §3: replay or conflict, references, quota, credits and accounts, then
 * one atomic act. A refusal stores nothing and leaves the key free.
 */
export async function acceptJob(
  ports: GatewayPorts,
  options: GatewayOptions,
  command: AcceptCommand,
): Promise<AcceptResult> {
  const claim = claimOf(ports, command);
  const acceptance = { ports, options, command, claim };
  const { unusedReferences = [] } = command;
  if (command.draft.references.length + unusedReferences.length > 0) {
    const replay = await findReplay(acceptance);
    if (replay !== undefined) return replay;
  }
  const resolved = await resolveReferences(ports, command.draft.references);
  if (resolved.kind === 'reference-refused') return resolved;
  const refusal = await checkReferences(ports, unusedReferences);
  if (refusal !== undefined) return refusal;
  const request: GenerationRequest = { ...command.draft, references: resolved.references };

  const cost = costOf(options, request);
  const judgement = await judge(acceptance, request, cost);
  if (judgement.kind === 'refused') return (await findReplay(acceptance)) ?? judgement.result;
  const job = newJob({ command, request, cost, state: judgement.state, now: ports.clock.now() });
  return store(acceptance, job);
}

function claimOf(
  ports: GatewayPorts,
  { idempotency, content }: AcceptCommand,
): IdempotencyClaim | null {
  return idempotency === null
    ? null
    : { ...idempotency, fingerprint: requestFingerprint(content, ports.digest) };
}

function costOf(options: GatewayOptions, request: GenerationRequest): number {
  const family = options.catalog.families.find(({ id }) => id === request.family);
  if (family === undefined)
    throw new Error(`The request names a family that is not in the catalog: ${request.family}.`);
  return creditCost(family, request);
}

/** Replay is decided before anything is fetched, and outranks every refusal of quota and credits. */
async function findReplay({ ports, claim }: Acceptance): Promise<AcceptResult | undefined> {
  if (claim === null) return undefined;
  const existing = await ports.storage.reader.findByKey({ scope: claim.scope, key: claim.key });
  return match(decideReplay(existing, claim.fingerprint))
    .returnType<AcceptResult | undefined>()
    .with({ kind: 'first' }, () => undefined)
    .with({ kind: 'replay' }, ({ stored }) => ({ kind: 'replayed', job: stored.job }))
    .with({ kind: 'conflict' }, () => ({ kind: 'key-conflict' }))
    .exhaustive();
}

type Judgement =
  | { readonly kind: 'may-be-stored'; readonly state: 'queued' | 'awaiting_configuration' }
  | { readonly kind: 'refused'; readonly result: AcceptResult };

function notAdmitted(
  reason: Extract<AcceptResult, { readonly kind: 'not-admitted' }>['reason'],
  retryAfterMs: number | null,
): Judgement {
  return { kind: 'refused', result: { kind: 'not-admitted', reason, retryAfterMs } };
}

async function judge(
  { ports, command }: Acceptance,
  request: GenerationRequest,
  cost: number,
): Promise<Judgement> {
  const facts = await ports.storage.reader.admissionFacts(command.owner);
  const { usage, loads, waitingCredits } = facts;
  if (!canReserve(usage, cost))
    return { kind: 'refused', result: { kind: 'quota-exhausted', usage, cost } };
  const now = ports.clock.now();
  const admission = judgeAdmission(loads, { ...demandOf(request, cost), waitingCredits }, now);
  return match(admission)
    .returnType<Judgement>()
    .with({ kind: 'admitted' }, () => ({ kind: 'may-be-stored', state: 'queued' }))
    .with({ kind: 'not-configured' }, () =>
      command.whenAccountUnavailable === 'refuse-unserved'
        ? notAdmitted('account-unavailable', null)
        : { kind: 'may-be-stored', state: 'awaiting_configuration' },
    )
    .with({ kind: 'account-unavailable' }, () =>
      command.whenAccountUnavailable === 'await-configuration'
        ? { kind: 'may-be-stored', state: 'awaiting_configuration' }
        : notAdmitted('account-unavailable', null),
    )
    .with({ kind: 'credits-exhausted' }, () => notAdmitted('credits-exhausted', null))
    .with({ kind: 'settlement-pending' }, () => notAdmitted('settlement-pending', creditRetryMs))
    .with({ kind: 'credits-unavailable' }, () => notAdmitted('credits-unavailable', creditRetryMs))
    .with({ kind: 'upstream-unavailable' }, ({ until }) =>
      notAdmitted('upstream-unavailable', until - now),
    )
    .exhaustive();
}

async function store({ ports, options, claim }: Acceptance, job: Job): Promise<AcceptResult> {
  const outcome = await ports.storage.jobs.acceptJob({
    job,
    idempotency: claim,
    queueLimit: options.queueLimit,
    now: job.createdAt,
  });
  return outcome.kind === 'quota-exhausted' ? { ...outcome, cost: job.cost } : outcome;
}
