import type {
  Acceptability,
  JsonValue,
  PollOutcome,
  ReconcileOutcome,
  Route,
  StagingOutcome,
  SubmitOutcome,
  UpstreamCapabilities,
  UpstreamClient,
  UpstreamError,
  UpstreamHandle,
} from '@filmgate/core';

/** What an account's upstream does with a call. */
export type CallBehaviour =
  | 'answer'
  /** Answers nothing that can be read. */
  | 'break'
  /** Cannot be reached. */
  | 'refuse'
  /** Never answers, but ends when it is given up. */
  | 'hang'
  /** Never answers and never ends: a careless client. */
  | 'ignore-everything';

export interface AccountScript {
  submit: CallBehaviour;
  poll: CallBehaviour;
  probe: CallBehaviour;
  /** What an answered poll says. */
  status: 'running' | 'ended' | 'denied';
  /** What names an accepted job; its id when absent. */
  handle?: JsonValue;
  /** The id that its polls tell instead of the one they are asked for; absent = that one. */
  tells?: string;
  /** What its submissions answer instead, once the request has arrived. */
  lost?: boolean;
  /** Whether preparing throws. */
  unpreparable?: boolean;
  /** Why a submission is refused; accepted when absent. */
  refusal?: UpstreamError;
  /** What bringing references to it does. */
  stage?: CallBehaviour;
  /** Why references are not taken; taken when absent. */
  stageRefusal?: UpstreamError;
}

/** One call as the upstream saw it. */
export interface SeenCall {
  readonly kind: 'stage' | 'submit' | 'poll' | 'probe';
  readonly account: string;
  /** The job a submission or poll is about. */
  readonly job: string;
  readonly at: number;
}

export interface ScriptedUpstream {
  readonly client: UpstreamClient;
  readonly calls: readonly SeenCall[];
  /** The script of an account, to be changed at will; answering and running until then. */
  script(account: string): AccountScript;
  /** Lets the submissions that hang be answered as their account says by then. */
  answerHanging(): void;
}

type SearchedFor = Parameters<NonNullable<UpstreamClient['reconcile']>>[0];

/** A submission as it arrived. */
export interface Submission {
  readonly account: string;
  readonly model: string;
  readonly job: string;
}

/** What an upstream can do besides. */
export interface ScriptedAbilities {
  /** What it says of a route; it takes every request when absent. */
  readonly accepts?: (route: Route) => Acceptability;
  /** Times of its own. */
  readonly timings?: Partial<UpstreamCapabilities>;
  /** Why a submission by a model of the provider is refused; undefined = as its account's script says. */
  readonly refuses?: (submission: Submission) => UpstreamError | undefined;
  /** The balance a look at an account reads; null = it counts none. Absent = enough for everything. */
  readonly balance?: number | null | (() => number);
  /** What a search for a lost submission gives; without one it cannot be searched for. */
  readonly reconcile?: (search: SearchedFor) => ReconcileOutcome | Promise<ReconcileOutcome>;
  /** Whether references are brought to it first. */
  readonly stages?: boolean;
}

const ended: PollOutcome = {
  kind: 'failed',
  error: {
    kind: 'internal',
    scope: 'request',
    charge: 'not-charged',
    retryAfterMs: null,
    detail: 'ended',
  },
};
const running: PollOutcome = { kind: 'pending', progress: null, retryAfterMs: null };

function jobOf({ value }: UpstreamHandle): string {
  return typeof value === 'string' ? value : '';
}

/** An upstream whose accounts do as they are told. Accepted jobs run until their account says that they ended. */
export function createScriptedUpstream(
  now: () => number,
  {
    reconcile,
    timings = {},
    refuses = () => undefined,
    balance = 1_000_000,
    stages = false,
    accepts = () => ({ kind: 'accepted', size: null }),
  }: ScriptedAbilities = {},
): ScriptedUpstream {
  const calls: SeenCall[] = [];
  const scripts = new Map<string, AccountScript>();
  const hanging: (() => void)[] = [];
  const models = new Map<string, string>();
  const script = (account: string): AccountScript => {
    const known = scripts.get(account) ?? {
      submit: 'answer',
      poll: 'answer',
      probe: 'answer',
      status: 'running',
    };
    scripts.set(account, known);
    return known;
  };
  const behave = async (behaviour: CallBehaviour, signal: AbortSignal): Promise<void> => {
    if (behaviour === 'answer') return;
    if (behaviour === 'break') throw new Error('HTTP 502');
    if (behaviour === 'refuse') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    await new Promise<void>((resolve, reject) => {
      hanging.push(resolve);
      if (behaviour === 'hang') {
        signal.addEventListener('abort', () => reject(new Error('given up')), { once: true });
      }
    });
  };
  const client: UpstreamClient = {
    capabilities: () => ({
      provider: 'scripted',
      minimumPollIntervalMs: 1_000,
      visibilityLagMs: 0,
      reconcileAfterMs: reconcile === undefined ? null : 30_000,
      handlesBelongTo: 'account',
      findsBy: reconcile === undefined ? 'none' : 'own-id',
      ...timings,
      unit: 'credits',
      charges: 'acceptance',
    }),
    accepts: ({ route }) => accepts(route),
    prepare: ({ correlationId, account, route, staged }) => {
      if (stages && staged !== 'kept') throw new Error('nothing was brought');
      models.set(correlationId, route.model);
      if (script(account.id).unpreparable === true) throw new Error('a table has a hole');
      return { version: 1, value: { correlationId } };
    },
    async submit({ account, correlationId, signal }): Promise<SubmitOutcome> {
      const [job = ''] = correlationId.split('.');
      calls.push({ kind: 'submit', account: account.id, job, at: now() });
      await behave(script(account.id).submit, signal);
      const { handle = job, refusal, lost } = script(account.id);
      if (lost === true) return { kind: 'unknown', detail: 'HTTP 502' };
      const model = models.get(correlationId) ?? '';
      const refused = refuses({ account: account.id, model, job });
      if (refused !== undefined) return { kind: 'rejected', error: refused };
      if (refusal !== undefined) return { kind: 'rejected', error: refusal };
      return { kind: 'accepted', handle: { version: 1, value: handle } };
    },
    async poll({ account, handle, signal }) {
      calls.push({ kind: 'poll', account: account.id, job: jobOf(handle), at: now() });
      await behave(script(account.id).poll, signal);
      const { status } = script(account.id);
      if (status === 'denied') return { kind: 'lost' };
      const outcome = status === 'ended' ? ended : running;
      const { tells } = script(account.id);
      return tells === undefined ? outcome : { ...outcome, namedAs: { version: 1, value: tells } };
    },
    async lookUp({ account, id, signal }) {
      if (id === 'none') return { kind: 'not-an-id' };
      const handle = { version: 1, value: id };
      const outcome = await client.poll({ account, handle, signal });
      const compared = [{ field: 'seconds', asked: '5', told: 8 }];
      const told = script(account.id).tells ?? id;
      return { kind: 'read', handle, work: { id: told, createdAt: 7, compared }, outcome };
    },
    openResult: () => Promise.resolve({ kind: 'unavailable', detail: 'nothing is ever made' }),
    async probe({ account, signal }) {
      calls.push({ kind: 'probe', account: account.id, job: '', at: now() });
      await behave(script(account.id).probe, signal);
      return { kind: 'ready', credits: typeof balance === 'function' ? balance() : balance };
    },
    ...(stages && {
      stage: async ({ account, signal }): Promise<StagingOutcome> => {
        const { stage = 'answer', stageRefusal } = script(account.id);
        calls.push({ kind: 'stage', account: account.id, job: '', at: now() });
        await behave(stage, signal);
        if (stageRefusal !== undefined) return { kind: 'rejected', error: stageRefusal };
        return { kind: 'staged', value: 'kept' };
      },
    }),
    ...(reconcile !== undefined && {
      reconcile: async (search: SearchedFor) => reconcile(search),
    }),
  };
  return {
    client,
    calls,
    script,
    answerHanging: () => {
      for (const answer of hanging.splice(0)) answer();
    },
  };
}
