import type {
  CommitInput,
  GatewayPorts,
  JobStore,
  StorageBundle,
  SubmitOutcome,
  UpstreamClient,
} from '@filmgate/core';
import type { Hazard } from './act.ts';
import { overlay } from '../overlay.ts';

/** A gateway that breaks one rule of the protocol. */
export interface ProtocolMutant {
  readonly name: string;
  /** Promise that must be among the broken ones; absent = any. */
  readonly breaks?: 'I1' | 'I5' | 'I10';
  /** Hazards of the histories that search for it, where others rarely show it; absent = any. */
  readonly amid?: readonly Hazard[];
  readonly ports: (ports: GatewayPorts) => GatewayPorts;
}

/** A store that compares neither the lease nor the version of a decision. */
export function withoutLeases(bundle: StorageBundle): StorageBundle {
  const { jobs, reader } = bundle;
  const commit: JobStore['commit'] = async (input) => {
    const outcome = await jobs.commit(input);
    const job = outcome.kind === 'stale' ? await reader.find(input.from.id) : undefined;
    if (job === undefined) return outcome;
    const next = { ...input.next, version: job.version + 1 };
    return jobs.commit({ ...input, claim: null, from: job, next }).catch(() => outcome);
  };
  return { ...bundle, jobs: overlay(jobs, { commit }) };
}

type Change<Port> = (port: Port) => Partial<Port>;

function withClient(ports: GatewayPorts, change: Change<UpstreamClient>): GatewayPorts {
  const upstreams = [...ports.upstreams].map(
    ([name, client]) => [name, overlay(client, change(client))] as const,
  );
  return { ...ports, upstreams: new Map(upstreams) };
}

function withJobs(ports: GatewayPorts, change: Change<JobStore>): GatewayPorts {
  const { storage } = ports;
  return { ...ports, storage: { ...storage, jobs: overlay(storage.jobs, change(storage.jobs)) } };
}

const error = {
  kind: 'unavailable',
  scope: 'endpoint',
  charge: 'not-charged',
  retryAfterMs: null,
  detail: 'taken for a refusal',
} as const;
const refused: SubmitOutcome = { kind: 'rejected', error };

/** Broken variants of the product, each a mistake that was or could be made; the world must detect every one. */
export const protocolMutants: readonly ProtocolMutant[] = [
  {
    name: 'takes a lost response for a refusal',
    ports: (ports) =>
      withClient(ports, (client) => ({
        submit: async (input) => {
          const outcome = await client.submit(input);
          return outcome.kind === 'unknown' ? refused : outcome;
        },
      })),
  },
  {
    name: 'takes whatever its client throws for a refusal',
    ports: (ports) =>
      withClient(ports, (client) => ({
        submit: (input) => client.submit(input).catch(() => refused),
      })),
  },
  {
    name: 'sends once more when no answer comes',
    ports: (ports) =>
      withClient(ports, (client) => ({
        submit: async (input) => {
          const outcome = await client.submit(input);
          return outcome.kind === 'unknown' ? client.submit(input) : outcome;
        },
      })),
  },
  {
    name: 'takes a provider that knows no keys for one that does',
    breaks: 'I1',
    amid: ['answer-lost'],
    ports: (ports) =>
      withClient(ports, (client) => ({
        capabilities: () => ({
          ...client.capabilities(),
          reconcileAfterMs: 5_000,
          findsBy: 'own-key',
          keyLifeMs: 3_600_000,
        }),
      })),
  },
  {
    name: 'sends without the dispatch record',
    ports: (ports) =>
      withJobs(ports, (jobs) => ({
        recordDispatch: async (input) => {
          const outcome = await jobs
            .recordDispatch(input)
            .catch(() => ({ kind: 'stale' as const }));
          return outcome.kind === 'recorded' ? outcome : { kind: 'recorded', job: input.next };
        },
      })),
  },
  {
    name: 'takes a search that failed for proof of absence',
    ports: (ports) =>
      withClient(ports, ({ reconcile }) =>
        reconcile === undefined
          ? {}
          : {
              reconcile: async (input) => {
                const outcome = await reconcile(input).catch(() => ({ kind: 'absent' as const }));
                return outcome.kind === 'transient' ? { kind: 'absent' } : outcome;
              },
            },
      ),
  },
  {
    name: 'takes what a provider that forgot a part of its past does not show for proof of absence',
    breaks: 'I5',
    amid: ['answer-lost', 'lower-goes-back'],
    ports: (ports) =>
      withClient(ports, ({ reconcile }) =>
        reconcile === undefined
          ? {}
          : {
              reconcile: async (input) => {
                const outcome = await reconcile(input);
                return outcome.kind === 'forgotten' ? { kind: 'absent' } : outcome;
              },
            },
      ),
  },
  {
    name: 'takes a read that failed for the end of the work',
    amid: ['poll-fails'],
    ports: (ports) =>
      withClient(ports, (client) => ({
        poll: async (input) => {
          const outcome = await client.poll(input);
          return outcome.kind === 'transient' ? { kind: 'failed', error } : outcome;
        },
      })),
  },
  {
    name: 'takes a denial of the work for the end of it',
    ports: (ports) =>
      withClient(ports, (client) => ({
        poll: async (input) => {
          const outcome = await client.poll(input);
          return outcome.kind === 'lost' ? { kind: 'failed', error } : outcome;
        },
      })),
  },
  {
    name: 'fetches the video that was made last',
    ports: (ports) => {
      let last: Parameters<UpstreamClient['openResult']>[0]['output'] | undefined;
      return withClient(ports, (client) => ({
        openResult: (input) => {
          const output = last ?? input.output;
          last = input.output;
          return client.openResult({ ...input, output });
        },
      }));
    },
  },
  {
    name: 'looks for the key and then stores without it',
    ports: (ports) =>
      withJobs(ports, (jobs) => ({
        acceptJob: async (input) => {
          const { idempotency } = input;
          if (idempotency === null || idempotency.key === null) return jobs.acceptJob(input);
          const known = await ports.storage.reader.findByKey(idempotency);
          if (known !== undefined) return { kind: 'replayed', job: known.job };
          return jobs.acceptJob({ ...input, idempotency: null });
        },
      })),
  },
  {
    name: 'says accepted when it does not know',
    ports: (ports) =>
      withJobs(ports, (jobs) => ({
        acceptJob: (input) =>
          jobs.acceptJob(input).catch(() => ({ kind: 'accepted' as const, job: input.job })),
      })),
  },
  {
    name: 'decides without a lease and a version',
    amid: ['pause', 'kill', 'nodes-apart', 'answer-late', 'store-answer-lost', 'slow-lines'],
    ports: (ports) =>
      withJobs(ports, (jobs) => ({
        commit: async (input) => {
          const outcome = await jobs.commit(input);
          const job =
            outcome.kind === 'stale' ? await ports.storage.reader.find(input.from.id) : undefined;
          if (job === undefined) return outcome;
          const next = { ...input.next, version: job.version + 1 };
          return jobs.commit({ ...input, claim: null, from: job, next }).catch(() => outcome);
        },
      })),
  },
  {
    name: 'takes no slot of the account it sends by',
    breaks: 'I10',
    ports: (ports) =>
      withJobs(ports, (jobs) => ({
        recordDispatch: (input) => jobs.recordDispatch({ ...input, ...slotless(input) }),
        commit: (input) => jobs.commit({ ...input, ...slotless(input) }),
      })),
  },
  {
    name: 'says completed before the video is kept',
    ports: (ports) => ({
      ...ports,
      resultBlobs: overlay(ports.resultBlobs, { commit: async () => undefined }),
    }),
  },
  {
    name: 'remembers which keys were good',
    ports: (ports) => {
      const { storage } = ports;
      const known = new Map<string, string>();
      const authenticate: typeof storage.apiUsers.authenticate = async (input) => {
        const id = known.get(input.keyDigest);
        if (id !== undefined) return { kind: 'known', id };
        const outcome = await storage.apiUsers.authenticate(input);
        if (outcome.kind === 'known') known.set(input.keyDigest, outcome.id);
        return outcome;
      };
      return {
        ...ports,
        storage: { ...storage, apiUsers: overlay(storage.apiUsers, { authenticate }) },
      };
    },
  },
];

/** Returns a change without its slot. */
function slotless({ next, effects }: CommitInput): Pick<CommitInput, 'next' | 'effects'> {
  return {
    next: { ...next, holdsSlot: false },
    effects: effects.filter(({ kind }) => kind !== 'slot'),
  };
}
