import {
  type Acceptability,
  type JsonValue,
  type PollOutcome,
  type ReconcileOutcome,
  type Route,
  type StagingOutcome,
  type SubmitOutcome,
  type UpstreamCapabilities,
  type UpstreamClient,
  type UpstreamError,
  type UpstreamHandle,
  Unanswered,
} from '@filmgate/core';

/** Behaviour of an account's upstream for a call. */
export type CallBehaviour =
  | 'response'
  /** Responds with nothing readable. */
  | 'break'
  /** Cannot be reached. */
  | 'refuse'
  /** Never responds, but ends when it is aborted. */
  | 'hang'
  /** Never responds and never ends: a careless client. */
  | 'ignore-everything';

export interface AccountScript {
  submit: CallBehaviour;
  poll: CallBehaviour;
  /** `login` refuses the login. */
  probe: CallBehaviour | 'login';
  /** Status reported by a poll. */
  status: 'running' | 'ended' | 'denied';
  /** Handle of an accepted job; its id when absent. */
  handle?: JsonValue;
  /** The id that polls report instead of the requested one; absent = the requested one. */
  reports?: string;
  /** True if work is named by its submission, too. */
  needsSubmission?: boolean;
  /** Submission whose name looked-up work carries; absent = it has none. */
  carries?: 'own' | 'another';
  /** True if the response to a submission is lost after the request has arrived. */
  lost?: boolean;
  /** True if preparing throws. */
  unpreparable?: boolean;
  /** Error of a submission; accepted when absent. */
  refusal?: UpstreamError;
  /** Behaviour of uploads of references. */
  stage?: CallBehaviour;
  /** Error of an upload of references; accepted when absent. */
  stageRefusal?: UpstreamError;
}

/** One call as received by the upstream. */
export interface SeenCall {
  readonly kind: 'stage' | 'submit' | 'poll' | 'probe';
  readonly account: string;
  /** Job of a submission or poll. */
  readonly job: string;
  readonly at: number;
}

export interface ScriptedUpstream {
  readonly client: UpstreamClient;
  readonly calls: readonly SeenCall[];
  /** The script of an account, changeable at any time; accepting and running until then. */
  script(account: string): AccountScript;
  /** Lets hanging submissions get the response of their account's current script. */
  leaveHanging(): void;
}

type SearchedFor = Parameters<NonNullable<UpstreamClient['reconcile']>>[0];

/** A submission as received. */
export interface Submission {
  readonly account: string;
  readonly model: string;
  readonly job: string;
}

/** Further abilities of an upstream. */
export interface ScriptedAbilities {
  /** Acceptability of a route; every request is accepted when absent. */
  readonly accepts?: (route: Route) => Acceptability;
  /** Timings that replace the defaults. */
  readonly timings?: Partial<UpstreamCapabilities>;
  /** Error of a submission by a model of the provider; undefined = as in its account's script. */
  readonly refuses?: (submission: Submission) => UpstreamError | undefined;
  /** Balance in a probe of an account; null = it counts none. Absent = enough for everything. */
  readonly balance?: number | null | (() => number);
  /** Result of a search for a lost submission; if absent, no search exists. */
  readonly reconcile?: (search: SearchedFor) => ReconcileOutcome | Promise<ReconcileOutcome>;
  /** True if references are uploaded before the submission. */
  readonly stages?: boolean;
  /** Turns of polls; if absent, polls need not wait for each other. */
  readonly turnToPoll?: NonNullable<UpstreamClient['turnToPoll']>;
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

/**
 * Creates an upstream whose accounts follow their scripts. Accepted jobs run until their account's script reports their
 * end.
 */
export function createScriptedUpstream(
  now: () => number,
  {
    reconcile,
    turnToPoll,
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
      submit: 'response',
      poll: 'response',
      probe: 'response',
      status: 'running',
    };
    scripts.set(account, known);
    return known;
  };
  const behave = async (behaviour: CallBehaviour, signal: AbortSignal): Promise<void> => {
    if (behaviour === 'response') return;
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
      endpoint: 'scripted',
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
      const { reports } = script(account.id);
      return reports === undefined
        ? outcome
        : { ...outcome, namedAs: { version: 1, value: reports } };
    },
    async lookUp({ account, id, submission, signal }) {
      const isLacking = script(account.id).needsSubmission === true && submission === null;
      if (id === 'none' || isLacking) return { kind: 'not-an-id' };
      const handle = { version: 1, value: id };
      const outcome = await client.poll({ account, handle, signal });
      const compared = [{ field: 'seconds', asked: '5', reported: 8 }];
      const { reports: reported = id, carries } = script(account.id);
      const work = { id: reported, createdAt: 7, compared };
      return { kind: 'read', handle, work, outcome, ...(carries !== undefined && { carries }) };
    },
    readNotice: async ({ body, headers }) => {
      if (headers['signature'] === 'wrong') return { kind: 'forged' };
      if (headers['signature'] === 'unknown') throw new Unanswered('no keys', null);
      if (body === 'challenge') return { kind: 'challenge', reply: 'response' };
      return typeof body === 'string' ? { kind: 'work', id: body } : { kind: 'nothing' };
    },
    openResult: () => Promise.resolve({ kind: 'unavailable', detail: 'nothing is ever made' }),
    async probe({ account, signal }) {
      calls.push({ kind: 'probe', account: account.id, job: '', at: now() });
      const behaviour = script(account.id).probe;
      if (behaviour === 'login') return { kind: 'login-required', detail: '401, 1002: no' };
      await behave(behaviour, signal);
      return { kind: 'ready', credits: typeof balance === 'function' ? balance() : balance };
    },
    ...(stages && {
      stage: async ({ account, signal }): Promise<StagingOutcome> => {
        const { stage = 'response', stageRefusal } = script(account.id);
        calls.push({ kind: 'stage', account: account.id, job: '', at: now() });
        await behave(stage, signal);
        if (stageRefusal !== undefined) return { kind: 'rejected', error: stageRefusal };
        return { kind: 'staged', value: 'kept' };
      },
    }),
    ...(turnToPoll !== undefined && { turnToPoll }),
    ...(reconcile !== undefined && {
      reconcile: async (search: SearchedFor) => reconcile(search),
    }),
  };
  return {
    client,
    calls,
    script,
    leaveHanging: () => {
      for (const response of hanging.splice(0)) response();
    },
  };
}
