import { promptOf } from '../../support/memory-upstream.ts';
import { deaf, faultsOf, refusal, replacing } from './breaking.ts';

/** Wrong preparation and submission. */
export const submittingFaults = faultsOf({
  'names no provider': replacing((client) => ({
    capabilities: () => ({ ...client.capabilities(), endpoint: '' }),
  })),
  'says when to search and cannot': (client) => ({
    capabilities: () => client.capabilities(),
    accepts: (input) => client.accepts(input),
    prepare: (input) => client.prepare(input),
    submit: (input) => client.submit(input),
    poll: (input) => client.poll(input),
    openResult: (input) => client.openResult(input),
  }),
  'promises a key without its life': replacing((client) => ({
    capabilities: () => ({ ...client.capabilities(), findsBy: 'own-key' }),
  })),
  'promises a key that its provider does not know': replacing((client) => ({
    capabilities: () => ({ ...client.capabilities(), findsBy: 'own-key', keyLifeMs: 3_600_000 }),
  })),
  'accepts nothing it makes': replacing(() => ({
    accepts: () => ({ kind: 'not-accepted', parameter: 'prompt', reason: 'not today' }),
  })),
  'expects videos of half a pixel': replacing(() => ({
    accepts: () => ({ kind: 'accepted', size: { width: 960.5, height: 544 } }),
  })),
  'throws for what it cannot make': replacing((client) => ({
    accepts: (input) => {
      const verdict = client.accepts(input);
      if (verdict.kind === 'not-accepted') throw new Error(verdict.reason);
      return verdict;
    },
  })),
  'names what is no field': replacing((client) => ({
    accepts: (input) => {
      const verdict = client.accepts(input);
      return verdict.kind === 'accepted' ? verdict : { ...verdict, parameter: 'length' };
    },
  })),
  'judges by what it was asked before': replacing((client) => {
    let asked = 0;
    return {
      accepts: (input) => {
        asked += 1;
        const verdict = client.accepts(input);
        return asked > 300 && verdict.kind === 'accepted'
          ? { kind: 'accepted', size: { width: 2, height: 2 } }
          : verdict;
      },
    };
  }),
  'cannot prepare what it accepts': replacing((client) => ({
    prepare: (input) => {
      if ((input.request.durationSeconds ?? 0) > 30) throw new Error('no such length');
      return client.prepare(input);
    },
  })),
  'prepares something new each time': replacing((client) => {
    let count = 0;
    return {
      prepare: (input) => {
        count += 1;
        return { ...client.prepare(input), value: { prompt: input.request.prompt, count } };
      },
    };
  }),
  'prepares what JSON cannot hold': replacing((client) => ({
    prepare: (input) => ({
      ...client.prepare(input),
      value: { prompt: input.request.prompt, seed: Number.NaN },
    }),
  })),
  'orders the model its caller named': replacing((client) => ({
    prepare: (input) => {
      const { request, route } = input;
      return client.prepare({ ...input, route: { ...route, model: request.model } });
    },
  })),
  'sends while it prepares': replacing((client, provider) => ({
    prepare: (input) => {
      provider.accept(input.correlationId, input.request.prompt);
      return client.prepare(input);
    },
  })),
  'gives a handle with the secret in it': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      if (outcome.kind !== 'accepted') return outcome;
      const { secret } = input.account;
      return {
        kind: 'accepted',
        handle: { version: 1, value: Object.assign({ secret }, outcome.handle.value) },
      };
    },
  })),
  'gives every job one handle': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'accepted'
        ? { kind: 'accepted', handle: { version: 1, value: { task: 'task-1' } } }
        : outcome;
    },
  })),
  'submits twice to be sure': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'accepted' ? await client.submit(input) : outcome;
    },
  })),
  'takes a refusal for an unknown outcome': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'rejected' && !input.signal.aborted
        ? { kind: 'unknown', detail: outcome.error.detail }
        : outcome;
    },
  })),
  'blames a lost login on the request': replacing((client) => ({
    submit: async (input) => {
      const outcome = await client.submit(input);
      return outcome.kind === 'rejected'
        ? { kind: 'rejected', error: { ...outcome.error, scope: 'request' } }
        : outcome;
    },
  })),
  'takes a lost response for a refusal': replacing((client) => ({
    submit: async (input) =>
      await client.submit(input).catch(() => ({ kind: 'rejected', error: refusal }) as const),
  })),
  'sends again when the response is lost': replacing((client) => ({
    submit: async (input) =>
      await client.submit(input).catch(async () => await client.submit(input)),
  })),
  'tells the secret in what it throws': replacing((client) => ({
    submit: async (input) =>
      await client.submit(input).catch(() => {
        throw new Error(`POST with ${input.account.secret} failed`);
      }),
  })),
  'sends although it was cancelled': replacing((client) => ({
    submit: async (input) => await client.submit(deaf(input)),
  })),
  'sends after the deadline': replacing((client) => ({
    submit: async (input) =>
      await client.submit({ ...input, deadlineAt: Number.POSITIVE_INFINITY }),
  })),
  'calls a submission rejected that it cancelled itself': replacing((client) => ({
    submit: async (input) => {
      const outcome = client
        .submit(input)
        .catch(() => ({ kind: 'unknown', detail: 'reset' }) as const);
      if (promptOf(input.submission) !== 'reset') return await outcome;
      const cancelled = await new Promise<boolean>((resolve) => {
        input.signal.addEventListener('abort', () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 20);
      });
      return cancelled ? { kind: 'rejected', error: refusal } : await outcome;
    },
  })),
});
