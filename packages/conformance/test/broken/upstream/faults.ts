import type { JsonValue, UpstreamClient, UpstreamError } from '@filmgate/core';
import type { MemoryProvider } from '../../support/memory-upstream.ts';

/** An upstream client with one fault, built around a correct one. */
export interface BrokenClient {
  readonly fault: string;
  readonly wrap: (client: UpstreamClient, provider: MemoryProvider) => UpstreamClient;
}

type Change = (client: UpstreamClient, provider: MemoryProvider) => Partial<UpstreamClient>;

function replacing(change: Change): BrokenClient['wrap'] {
  return (client, provider) => ({ ...client, ...change(client, provider) });
}

function refusal(change: Partial<UpstreamError> = {}): UpstreamError {
  const error = {
    kind: 'invalid',
    scope: 'request',
    charge: 'not-charged',
    retryAfterMs: null,
    detail: 'refused',
  } as const;
  return { ...error, ...change };
}

function promptOf({ value }: { readonly value: JsonValue }): string {
  return typeof value === 'object' && value !== null && 'prompt' in value
    ? String(value['prompt'])
    : '';
}

/** Uses a signal nobody cancels. */
function deaf<Input extends { readonly signal: AbortSignal }>(input: Input): Input {
  return { ...input, signal: new AbortController().signal };
}

const searching = 'reconcile' satisfies keyof UpstreamClient;

const faults: { readonly [fault: string]: BrokenClient['wrap'] } = {
  'names no provider': replacing(({ describe }) => ({
    describe: () => ({ ...describe(), provider: '' }),
  })),
  'says when to search and cannot': (client) => {
    const { [searching]: _, ...others } = client;
    return others;
  },
  'prepares something new each time': replacing(({ prepare }) => {
    let count = 0;
    return {
      prepare: (input) => {
        count += 1;
        return { ...prepare(input), value: { prompt: input.request.prompt, count } };
      },
    };
  }),
  'prepares what JSON cannot hold': replacing(({ prepare }) => ({
    prepare: (input) => ({
      ...prepare(input),
      value: { prompt: input.request.prompt, seed: Number.NaN },
    }),
  })),
  'sends while it prepares': replacing(({ prepare }, provider) => ({
    prepare: (input) => {
      provider.accept(input.correlationId, input.request.prompt);
      return prepare(input);
    },
  })),
  'gives a handle with the secret in it': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = await submit(input);
      if (outcome.kind !== 'accepted') return outcome;
      const { secret } = input.account;
      return {
        kind: 'accepted',
        handle: { version: 1, value: Object.assign({ secret }, outcome.handle.value) },
      };
    },
  })),
  'gives every job one handle': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = await submit(input);
      return outcome.kind === 'accepted'
        ? { kind: 'accepted', handle: { version: 1, value: { task: 'task-1' } } }
        : outcome;
    },
  })),
  'submits twice to be sure': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = await submit(input);
      return outcome.kind === 'accepted' ? await submit(input) : outcome;
    },
  })),
  'takes a refusal for an unknown outcome': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = await submit(input);
      return outcome.kind === 'rejected' && !input.signal.aborted
        ? { kind: 'unknown', detail: outcome.error.detail }
        : outcome;
    },
  })),
  'blames a lost login on the request': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = await submit(input);
      return outcome.kind === 'rejected'
        ? { kind: 'rejected', error: { ...outcome.error, scope: 'request' } }
        : outcome;
    },
  })),
  'takes a lost answer for a refusal': replacing(({ submit }) => ({
    submit: async (input) =>
      await submit(input).catch(() => ({ kind: 'rejected', error: refusal() }) as const),
  })),
  'sends again when the answer is lost': replacing(({ submit }) => ({
    submit: async (input) => await submit(input).catch(async () => await submit(input)),
  })),
  'tells the secret in what it throws': replacing(({ submit }) => ({
    submit: async (input) =>
      await submit(input).catch(() => {
        throw new Error(`POST with ${input.account.secret} failed`);
      }),
  })),
  'sends although it was cancelled': replacing(({ submit }) => ({
    submit: async (input) => await submit(deaf(input)),
  })),
  'sends after the deadline': replacing(({ submit }) => ({
    submit: async (input) => await submit({ ...input, deadlineAt: Number.POSITIVE_INFINITY }),
  })),
  'calls a submission rejected that it cancelled itself': replacing(({ submit }) => ({
    submit: async (input) => {
      const outcome = submit(input).catch(() => ({ kind: 'unknown', detail: 'reset' }) as const);
      if (promptOf(input.submission) !== 'reset') return await outcome;
      const cancelled = await new Promise<boolean>((resolve) => {
        input.signal.addEventListener('abort', () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 20);
      });
      return cancelled ? { kind: 'rejected', error: refusal() } : await outcome;
    },
  })),
  'never sees a job end': replacing(() => ({
    poll: async () => ({ kind: 'pending', progress: 1, retryAfterMs: null }),
  })),
  'forgets a result it has told of': replacing(({ poll }) => {
    const told = new Set<JsonValue>();
    return {
      poll: async (input) => {
        const outcome = await poll(input);
        if (outcome.kind !== 'succeeded') return outcome;
        const key = JSON.stringify(input.handle);
        if (told.has(key)) return { kind: 'lost' };
        told.add(key);
        return outcome;
      },
    };
  }),
  'submits when it reads': replacing(({ poll }, provider) => ({
    poll: async (input) => {
      provider.accept('another', 'a boat');
      return await poll(input);
    },
  })),
  'counts progress in thousandths': replacing(({ poll }) => ({
    poll: async (input) => {
      const outcome = await poll(input);
      return outcome.kind === 'pending'
        ? { ...outcome, progress: (outcome.progress ?? 0) * 10 }
        : outcome;
    },
  })),
  'takes a failed job for a failed read': replacing(({ poll }) => ({
    poll: async (input) => {
      const outcome = await poll(input);
      return outcome.kind === 'failed'
        ? { kind: 'transient', detail: 'failed', retryAfterMs: null }
        : outcome;
    },
  })),
  'calls a job failed that the upstream never had': replacing(({ poll }) => ({
    poll: async (input) => {
      const outcome = await poll(input);
      return outcome.kind === 'lost' ? { kind: 'failed', error: refusal() } : outcome;
    },
  })),
  'reads although it was cancelled': replacing(({ poll }) => ({
    poll: async (input) => await poll(deaf(input)),
  })),
  'finds every account ready': replacing(() => ({
    probe: async () => ({ kind: 'ready', credits: 1 }),
  })),
  'announces another length than it gives': replacing(({ openResult }) => ({
    openResult: async (input) => {
      const outcome = await openResult(input);
      return outcome.kind === 'opened'
        ? { ...outcome, length: (outcome.length ?? 0) + 1 }
        : outcome;
    },
  })),
  'opens a result once': replacing(({ openResult }) => {
    let opened = 0;
    return {
      openResult: async (input) => {
        opened += 1;
        return opened > 1
          ? { kind: 'unavailable', detail: 'open already' }
          : await openResult(input);
      },
    };
  }),
  'copies although it was cancelled': replacing(({ openResult }) => ({
    openResult: async (input) => await openResult(deaf(input)),
  })),
  'makes the work anew when it is copied': replacing(({ openResult }, provider) => ({
    openResult: async (input) => {
      provider.accept('another', 'a boat');
      return await openResult(input);
    },
  })),
  'finds some other job': replacing(({ reconcile }, provider) => ({
    reconcile: async (input) => {
      const outcome = await reconcile?.(input);
      if (outcome?.kind !== 'found') return outcome ?? { kind: 'cannot-ask' };
      const other = provider.accept('another', 'a boat');
      return { kind: 'found', handle: { version: 1, value: { task: other.id } } };
    },
  })),
  'calls absent what it does not see yet': replacing(({ reconcile }, provider) => ({
    reconcile: async (input) => {
      const job = provider.jobs.find(({ correlationId }) => correlationId === input.correlationId);
      if (job !== undefined && job.prompt !== 'a boat') return { kind: 'absent' };
      return (await reconcile?.(input)) ?? { kind: 'cannot-ask' };
    },
  })),
  'calls absent what it has': replacing(({ reconcile }) => ({
    reconcile: async (input) =>
      input.signal.aborted
        ? ((await reconcile?.(input)) ?? { kind: 'absent' })
        : { kind: 'absent' },
  })),
  'finds ids that begin alike': replacing(({ reconcile }, provider) => ({
    reconcile: async (input) => {
      const job = provider.jobs.find(({ correlationId }) =>
        input.correlationId.startsWith(correlationId),
      );
      if (job !== undefined)
        return { kind: 'found', handle: { version: 1, value: { task: job.id } } };
      return (await reconcile?.(input)) ?? { kind: 'cannot-ask' };
    },
  })),
  'calls absent what it stopped searching for': replacing(({ reconcile }) => ({
    reconcile: async (input) => (await reconcile?.(deaf(input))) ?? { kind: 'cannot-ask' },
  })),
};

/** Every broken client. */
export const clientFaults: readonly BrokenClient[] = Object.entries(faults).map(
  ([fault, wrap]) => ({ fault, wrap }),
);
