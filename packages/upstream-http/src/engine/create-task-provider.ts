import type {
  LookUpOutcome,
  NoticeReading,
  OpenResultOutcome,
  PollOutcome,
  PreparedSubmission,
  ProbeOutcome,
  StagingOutcome,
  UpstreamAccount,
  UpstreamClient,
} from '@filmgate/core';
import { AccountLogin } from './account-login.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { LinkSeal } from './deliver-at-once.ts';
import { findNamed, findTask } from './find-task.ts';
import { lookUpTask, reportTask } from './look-up-task.ts';
import { openOutput, type OpenUrl, type OutputCall } from './open-output.ts';
import type { Endpoint } from './endpoint.ts';
import { readCall, readOutput, savedCall } from './prepared-call.ts';
import { checkRules } from './check-rules.ts';
import { checkEndpointRefusals } from './endpoint-refusals.ts';
import { NoticeSignatures } from './notice-signature.ts';
import type {
  JsonResponse,
  NoticeRule,
  ProviderDescription,
  ReadCall,
} from './provider-description.ts';
import type { KeyedAt, LinkAsset } from './provider-call.ts';
import { checkUnlinked } from './linked-kinds.ts';
import { EndpointCalls } from './endpoint-calls.ts';
import { probeAccount, type ProbeRule } from './probe-account.ts';
import { AccountPaces } from './read-pace.ts';
import type { Transport } from './transport.ts';
import type { TaskNaming } from './task-naming.ts';
import type { Reading } from './read-task.ts';
import { TaskPolls } from './task-polls.ts';
import type { Search } from './search.ts';
import { isStaged, stageOrder, withStaged } from './stage-order.ts';
import { submitOnce, unusableCredential } from './submit-once.ts';

/** The parts the engine needs to reach an endpoint. */
export interface TaskProviderDeps {
  readonly endpoint: Endpoint;
  readonly transport: Transport;
  readonly openUrl: OpenUrl;
  /** Wall clock in ms since 1970. */
  readonly now: () => number;
  /** True if submissions name a URL at which the provider calls back; absent = none does. */
  readonly isNoticed?: boolean;
  /** Absent = a link that is stored is stored in clear text. */
  readonly links?: LinkSeal;
  /** Absent = references that the protocol sends as links are refused. */
  readonly linkAsset?: LinkAsset;
  /** Returns the login secret of an account; absent = its own secret. */
  readonly secretOf?: (account: UpstreamAccount) => string | null;
}

/**
 * Creates the upstream client of a described protocol at one endpoint: sends, proves, reads, searches, downloads.
 *
 * @throws RangeError when a row of the refusals can prove nothing, or two are equal
 */
export function createTaskProvider(
  description: ProviderDescription,
  given: TaskProviderDeps,
): UpstreamClient {
  checkRules(description.refusals, { successes: true });
  checkEndpointRefusals(given.endpoint.refusals ?? []);
  const transport = description.through?.(given.transport, given.endpoint) ?? given.transport;
  const deps = { ...given, transport };
  const engine = new Engine(description, deps);
  const { find, probe, naming, notice } = description;
  return {
    capabilities: () => capabilitiesOf(description, deps),
    accepts: ({ route, request }) =>
      (deps.linkAsset === undefined ? checkUnlinked(description, request) : undefined) ??
      description.accepts(route, request),
    ...(isStaged(description) && { stage: (order) => engine.stage(order) }),
    prepare: (input) => engine.prepare(input),
    submit: (call) => engine.submit(call),
    turnToPoll: (work) => engine.turnToPoll(work),
    poll: (call) => engine.poll(call),
    openResult: (call) => engine.openResult(call),
    ...(find !== undefined && { reconcile: (call) => findTask(find, engine.search(call)) }),
    ...(probe !== undefined && { probe: (call) => engine.probe(probe, call) }),
    ...(naming !== undefined && { lookUp: (call) => engine.lookUp(naming, call) }),
    ...(notice !== undefined && { readNotice: (call) => engine.readNotice(notice, call) }),
  } satisfies UpstreamClient;
}

type Call<
  Name extends
    | 'stage'
    | 'prepare'
    | 'submit'
    | 'turnToPoll'
    | 'poll'
    | 'openResult'
    | 'reconcile'
    | 'lookUp'
    | 'readNotice',
> = Parameters<Required<UpstreamClient>[Name]>[0];
type AccountCall = Pick<Call<'poll'>, 'account' | 'signal'>;

class Engine {
  readonly #description: ProviderDescription;
  readonly #deps: TaskProviderDeps;
  readonly #login: AccountLogin;
  readonly #calls: EndpointCalls;
  readonly #polls: TaskPolls;
  readonly #signatures: NoticeSignatures | undefined;

  constructor(description: ProviderDescription, deps: TaskProviderDeps) {
    this.#description = description;
    this.#deps = deps;
    const { secretOf, now } = deps;
    const { timing, poll } = description;
    const paces = new AccountPaces(timing.pollsPerSecond ?? undefined, poll.many?.most);
    this.#login = new AccountLogin({ credential: description.credential, secretOf, now });
    this.#calls = new EndpointCalls(deps, this.#login, paces);
    this.#polls = new TaskPolls(description, paces, deps);
    this.#signatures = this.#signaturesOf(description.notice);
  }

  prepare({ staged, ...input }: Call<'prepare'>): PreparedSubmission {
    const call = withStaged(this.#description, this.#description.build(input), staged);
    const keyedAt = this.#keyedAt(input.account);
    return savedCall(keyedAt === null ? call : { ...call, keyedAt });
  }

  async stage(order: Call<'stage'>): Promise<StagingOutcome> {
    return await stageOrder(this.#description, order, {
      read: (call) => this.#calls.read(call, order),
      post: (path, body) => this.#calls.post(path, body, order),
      declared: this.#deps.endpoint.refusals ?? [],
      fit: this.#login.redaction(order.account),
    });
  }

  /** Returns who knows the keys that are sent with an account; null if the protocol has no keys. */
  #keyedAt({ secretSince = null }: Pick<UpstreamAccount, 'secretSince'>): KeyedAt | null {
    const { baseUrl } = this.#deps.endpoint;
    return this.#description.timing.keyLifeMs === undefined ? null : { baseUrl, secretSince };
  }

  submit({ account, submission, correlationId, deadlineAt, readAsset, signal }: Call<'submit'>) {
    const { transport, now, endpoint } = this.#deps;
    const { find } = this.#description;
    const read = async (call: ReadCall) => (await this.#calls.read(call, { account, signal })).json;
    return submitOnce(this.#description, transport, {
      call: readCall(submission),
      keyedAt: this.#keyedAt(account),
      declared: endpoint.refusals ?? [],
      login: this.#login.headersOrNothing(account),
      assets: { readAsset, linkAsset: this.#deps.linkAsset },
      signal,
      mayStart: () => !signal.aborted && now() < deadlineAt,
      now,
      fit: this.#login.redaction(account),
      correlationId,
      turns: this.#calls.largeReads,
      links: this.#deps.links,
      findNamed: async (call) =>
        find?.kind === 'own-id' ? await findNamed(find, { correlationId, call, read }) : undefined,
    });
  }

  turnToPoll(work: Call<'turnToPoll'>): number {
    return this.#polls.turnOf(work);
  }

  poll(call: Call<'poll'>): Promise<PollOutcome> {
    return this.#polls.poll(call, this.#reading(call));
  }

  #signaturesOf(notice: NoticeRule | undefined): NoticeSignatures | undefined {
    if (notice?.signature === undefined) return undefined;
    const { now, secretOf = ({ secret }) => secret } = this.#deps;
    const read = (asked: ReadCall, call: AccountCall) => this.#calls.read(asked, call);
    return new NoticeSignatures(notice.signature, { now, secretOf, read });
  }

  async readNotice(
    notice: NoticeRule,
    { body, account, signal, ...call }: Call<'readNotice'>,
  ): Promise<NoticeReading> {
    const isSigned = (await this.#signatures?.isSigned(call, { account, signal })) ?? true;
    return isSigned ? notice.read(body) : { kind: 'forged' };
  }

  /** Looks up work by an id from a person, with the facts of its provider and its submission. */
  lookUp(naming: TaskNaming, call: Call<'lookUp'>): Promise<LookUpOutcome> {
    const sent = call.submission === null ? undefined : readCall(call.submission);
    return lookUpTask(naming, this.#description, { id: call.id, sent, ...this.#reading(call) });
  }

  /** Returns the parts for searching a lost submission. */
  search({ exclusive = false, ...call }: Call<'reconcile'>): Search {
    const { naming, poll, atOnce } = this.#description;
    const sent = readCall(call.submission);
    const fit = this.#login.redaction(call.account);
    // A result that comes in the response is in no list.
    const isListed = sent !== undefined && atOnce?.isFor?.(sent) !== true;
    return {
      ...call,
      call: isListed ? sent : undefined,
      now: this.#deps.now,
      isExclusive: exclusive,
      report: reportTask(naming, { sent, fit }),
      taskRead: (task) => poll.request(task),
      read: async (read) => (await this.#calls.read(read, call)).json,
    };
  }

  #reading(call: AccountCall): Reading {
    return {
      read: (asked) => this.#calls.read(asked, call),
      fit: this.#login.redaction(call.account),
    };
  }

  async openResult(call: Call<'openResult'>): Promise<OpenResultOutcome> {
    const saved = readOutput(call.output.value);
    if (saved === undefined)
      return { kind: 'unavailable', detail: 'the saved result has an unknown format' };
    const output =
      saved.kind === 'own'
        ? saved
        : await this.#polls.outputOf(call, saved.namedAs, this.#reading(call));
    if (output === undefined)
      return { kind: 'unavailable', detail: 'the provider returned no link to the result' };
    const { endpoint, openUrl } = this.#deps;
    const isGone = (response: JsonResponse) => this.#description.isGone?.(response) === true;
    const { signal, resume } = call;
    const get: OutputCall['get'] = (read) => this.#calls.get(read, call);
    return openOutput(output, { endpoint, openUrl, isGone, signal, resume, get });
  }

  async probe(probe: ProbeRule, call: AccountCall): Promise<ProbeOutcome> {
    if (this.#login.headersOrNothing(call.account) === undefined)
      return { kind: 'login-required', detail: unusableCredential };
    return await probeAccount(this.#description, probe, this.#reading(call));
  }
}
