import { match } from 'ts-pattern';
import { checkAdmission } from '../account/admission.ts';
import { createRouter } from '../account/router.ts';
import { demandOf } from '../account/choose-account.ts';
import { requestFingerprint } from '../idempotency/request-fingerprint.ts';
import {
  draftedRequest,
  type GenerationRequest,
  type ReferenceDraft,
} from '../job/generation-request.ts';
import type { Reference } from '../media/reference.ts';
import type { ModelCatalog } from '../model/model-catalog.ts';
import { creditPrice } from '../model/credit-price.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { AdmissionFacts } from '../ports/job-reader.ts';
import type { CreationClaim } from '../ports/accept-job.ts';
import { canReserve, withinQuota } from '../store-rules/owner-sums.ts';
import { checkAcceptCommand } from './checks/check-accept-command.ts';
import { checkDraft } from './checks/check-draft.ts';
import { findReplay } from './find-replay.ts';
import type { AcceptResult } from './accept-outcomes.ts';
import type { AcceptCommand } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { checkOwnRoom } from './check-own-room.ts';
import { newJob } from './new-job.ts';
import type { ReferencePermits } from './reference-permits.ts';
import { requestNotTaken } from './request-not-taken.ts';
import {
  type CheckedReference,
  checkReferences,
  discardStaged,
  resolveReferences,
} from './resolve-references.ts';

/** Dependencies of accepting, equal for every creation. */
export interface AcceptContext {
  readonly ports: GatewayPorts;
  readonly options: GatewayOptions;
  readonly permits: ReferencePermits;
  /** The catalog without what is retired by now. */
  readonly offer: () => ModelCatalog;
}

interface Creation extends AcceptContext {
  readonly command: AcceptCommand;
}

interface Acceptance extends Creation {
  readonly claim: CreationClaim | null;
  readonly price: number;
}

type Waiting = 'queued' | 'awaiting_configuration';

/** Time after which a credit refusal may pass, in ms. */
const creditRetryMs = 10_000;

/**
 * Accepts a creation in this order [tasks.create.check-order]: the shape of the command; replay or conflict, the
 * catalog's offer, quota, credits and accounts, room; then references; then one atomic act that decides again. A
 * refusal stores nothing and leaves the key free, and nothing is fetched for a request that known facts already refuse.
 * A key is looked up where the response would otherwise be a refusal, and before anything is fetched; else the act
 * itself finds it.
 */
export async function acceptJob(
  context: AcceptContext,
  given: AcceptCommand,
): Promise<AcceptResult> {
  const checked = checkAcceptCommand(given);
  if (checked.kind === 'invalid-request') return checked;
  const { command } = checked;
  const creation = { ...context, command };
  const notOffered = checkDraft(command.draft, context.offer());
  if (notOffered !== undefined) return replayOr(creation, notOffered);
  const price = priceOf(context.options, command.draft);
  const acceptance = { ...creation, claim: claimOf(context.ports, command), price };
  const namesReferences = referencesOf(command).length > 0;
  if (namesReferences) {
    const replay = await findReplay(acceptance, command);
    if (replay.kind !== 'key-free') return replay;
  }
  const verdict = await check(acceptance, draftedRequest(command.draft));
  if (verdict.kind === 'refused') return replayOr(acceptance, verdict.result);
  if (namesReferences) return acceptWithReferences(acceptance);
  return store(acceptance, [], verdict.state);
}

/** Returns every reference the request names: all are checked, used or not. */
function referencesOf({ draft, unusedReferences = [] }: AcceptCommand): readonly ReferenceDraft[] {
  return [...draft.references, ...unusedReferences];
}

async function acceptWithReferences(acceptance: Acceptance): Promise<AcceptResult> {
  const { ports, permits, command } = acceptance;
  const permit = await permits.enter(command.owner);
  if (permit.kind === 'busy')
    return replayOr(acceptance, { kind: 'references-busy', whose: permit.whose });
  try {
    if (permit.hasWaited) {
      const replay = await findReplay(acceptance, command);
      if (replay.kind !== 'key-free') return replay;
    }
    const bringsBytes = referencesOf(command).some(({ source }) => source.kind !== 'asset');
    if (bringsBytes && (await ports.freeSpace?.isLow()) === true) return { kind: 'space-low' };
    const checked = await resolveReferences(ports, command.draft.references);
    if (checked.kind === 'reference-refused') return checked;
    try {
      const refusal = await checkReferences(ports, command.unusedReferences ?? []);
      if (refusal !== undefined) return refusal;
      return await acceptChecked(acceptance, checked.references);
    } finally {
      await discardStaged(ports, checked.references);
    }
  } finally {
    permit.leave();
  }
}

/** Checks again, as fetching may take long. Leftovers of a race count against the owner's allowance until retention. */
async function acceptChecked(
  acceptance: Acceptance,
  checked: readonly CheckedReference[],
): Promise<AcceptResult> {
  const { ports, options, command } = acceptance;
  const references = checked.map(({ reference }) => reference);
  const brought = checked.flatMap(({ staged }) => (staged === null ? [] : [staged]));
  const verdict = await check(acceptance, { ...command.draft, references });
  if (verdict.kind === 'refused') return replayOr(acceptance, verdict.result);
  if (brought.length === 0) return store(acceptance, references, verdict.state);
  const allowance = options.ownerStorageBytes;
  const held = await ports.storage.assets.hold({
    owner: command.owner,
    bytes: brought.map(({ sha256, size }) => ({ sha256, size })),
    allowance,
    now: ports.clock.now(),
  });
  if (held.kind === 'allowance-exhausted')
    return replayOr(acceptance, { kind: held.kind, heldBytes: held.heldBytes, allowance });
  for (const blob of brought) await ports.assetBlobs.commit(blob);
  return store(acceptance, references, verdict.state);
}

function claimOf(
  ports: GatewayPorts,
  { idempotency, content }: AcceptCommand,
): CreationClaim | null {
  if (idempotency === null) return null;
  return { ...idempotency, fingerprint: requestFingerprint(content, ports.digest) };
}

function priceOf(options: GatewayOptions, draft: AcceptCommand['draft']): number {
  const family = options.catalog().families.find(({ id }) => id === draft.family);
  if (family === undefined)
    throw new Error(`The request names a family that is not in the catalog: ${draft.family}.`);
  return creditPrice(family, draft);
}

async function replayOr(creation: Creation, refusal: AcceptResult): Promise<AcceptResult> {
  const replay = await findReplay(creation, creation.command);
  return replay.kind === 'key-free' ? refusal : replay;
}

type Verdict =
  | { readonly kind: 'may-be-stored'; readonly state: Waiting }
  | { readonly kind: 'refused'; readonly result: AcceptResult };

function notAdmitted(
  reason: Extract<AcceptResult, { readonly kind: 'not-admitted' }>['reason'],
  retryAfterMs: number | null,
): Verdict {
  return { kind: 'refused', result: { kind: 'not-admitted', reason, retryAfterMs } };
}

async function check(acceptance: Acceptance, request: GenerationRequest): Promise<Verdict> {
  const { ports, options, command, price } = acceptance;
  const facts = await ports.storage.reader.admissionFacts(command.owner);
  const usage = withinQuota(facts.usage, command.quota);
  const exhausted = { kind: 'quota-exhausted', usage, price } as const;
  if (!canReserve(usage, price)) return { kind: 'refused', result: exhausted };
  const admitted = checkAccounts(acceptance, request, facts);
  if (admitted.kind === 'refused') return admitted;
  const result = checkOwnRoom(options, facts);
  return result === undefined ? admitted : { kind: 'refused', result };
}

function checkAccounts(
  { ports, options, command, price }: Acceptance,
  request: GenerationRequest,
  { loads, waitingCredits }: AdmissionFacts,
): Verdict {
  const now = ports.clock.now();
  const book = createRouter(options, ports.upstreams);
  const demand = { ...demandOf({ request, price }, book), waitingCredits, book };
  const admission = checkAdmission(loads, demand, now);
  return match(admission)
    .returnType<Verdict>()
    .with({ kind: 'admitted' }, () => ({ kind: 'may-be-stored', state: 'queued' }))
    .with({ kind: 'not-configured' }, () =>
      command.whenAccountUnavailable === 'refuse-unserved'
        ? notAdmitted('account-unavailable', null)
        : { kind: 'may-be-stored', state: 'awaiting_configuration' },
    )
    .with({ kind: 'request-not-taken' }, ({ verdicts }) => ({
      kind: 'refused',
      result: requestNotTaken(command.draft, verdicts),
    }))
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

async function store(
  acceptance: Acceptance,
  references: readonly Reference[],
  state: Waiting,
): Promise<AcceptResult> {
  const { ports, options, command, claim, price } = acceptance;
  const request: GenerationRequest = { ...command.draft, references };
  const now = ports.clock.now();
  const deadline = state === 'queued' ? {} : { deadlineAt: now + options.jobDeadlineMs };
  const job = newJob({ command, request, price, state, ...deadline, now });
  const outcome = await ports.storage.jobs.acceptJob({
    job,
    idempotency: claim,
    queueLimit: options.queueLimit,
    ownerShare: options.queueOwnerShare,
    quota: command.quota ?? null,
    now: job.createdAt,
  });
  // The act compares fingerprints alone: the request may be the same with its model under another name.
  if (outcome.kind === 'key-conflict') return replayOr(acceptance, outcome);
  if (outcome.kind === 'quota-exhausted') return { ...outcome, price };
  return outcome.kind === 'owner-share-taken'
    ? { ...outcome, share: options.queueOwnerShare }
    : outcome;
}
