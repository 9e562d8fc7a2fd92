import { defaultCatalog, defaultGatewayOptions, type UpstreamClient } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createScriptedUpstream } from '../../test/support/scripted-upstream.ts';
import { defaultRunnerOptions } from '../runner/runner-options.ts';
import { checkWiring, type Wiring, WiringError } from './check-wiring.ts';
import { defaultRetention } from './open-gateway.ts';

const client: UpstreamClient = createScriptedUpstream(() => 0).client;

const right: Wiring = {
  options: { ...defaultGatewayOptions, catalog: () => defaultCatalog },
  accounts: [
    {
      id: 'account_studio',
      endpoint: 'mock',
      settings: { label: 'studio', families: ['vm_std-2.0'], concurrency: 4, credits: 100 },
    },
  ],
  runner: { ...defaultRunnerOptions, holder: 'a' },
  retention: { ...defaultRetention, resultsMs: 1 },
  upstreams: new Map([['mock', client]]),
};

/** Problems reported for parts that replace valid ones; a program without types can pass anything. */
function problemsOf(wrong: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    checkWiring({ ...right, ...wrong });
  } catch (error) {
    if (error instanceof WiringError) return error.problems;
    throw error;
  }
  return [];
}

const numbersOf = (part: object): readonly string[] =>
  Object.entries(part).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []));

const parts = ['options', 'runner', 'retention'] as const;
const numbers = parts.flatMap((part) =>
  numbersOf(right[part]).map((name) => [part, name] as const),
);

describe('what a program gives a gateway', () => {
  it('[embedding.wiring] is taken where it is right', () => {
    expect(problemsOf({})).toEqual([]);
  });

  it.each(numbers)(
    '[embedding.wiring] is refused with its name where %s.%s is no number it can be',
    (part, name) => {
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -1, '5', null, undefined])
        expect(problemsOf({ [part]: { ...right[part], [name]: value } })).toEqual([
          expect.stringContaining(`${part}.${name}: `),
        ]);
    },
  );

  it.each(parts)('[embedding.wiring] is refused where a name of %s is misspelt', (part) => {
    const [problem] = problemsOf({ [part]: { ...right[part], sendTimoutMs: 5 } });
    expect(problem).toContain('sendTimoutMs');
  });

  const [account] = right.accounts;
  const settings = (given: object) => ({
    accounts: [{ ...account, settings: { ...account?.settings, ...given } }],
  });
  it.each([
    [
      'a misspelt provider',
      { accounts: [{ ...account, endpoint: 'mokc' }] },
      'mokc; upstreams has mock',
    ],
    [
      'no client',
      { upstreams: new Map() },
      'account_studio belongs to mock; upstreams has nothing',
    ],
    [
      'a client under another name',
      { accounts: [], upstreams: new Map([['acme', client]]) },
      'The catalog routes to mock; upstreams has acme',
    ],
    ['a misspelt family', settings({ families: ['vm_std'] }), 'the catalog has no family vm_std'],
    ['no slot', settings({ concurrency: 0 }), 'accounts.0.settings.concurrency'],
    ['half a slot', settings({ concurrency: 1.5 }), 'accounts.0.settings.concurrency'],
    ['a part of a credit', settings({ credits: 0.1 }), 'accounts.0.settings.credits'],
    ['a text for a switch', settings({ enabled: 'no' }), 'accounts.0.settings.enabled'],
    ['a unit that is none', settings({ unit: 'euros' }), 'accounts.0.settings.unit'],
    ['a bare number for a budget', settings({ budget: 5 }), 'accounts.0.settings.budget'],
    ['a number for a family', settings({ families: [5] }), 'accounts.0.settings.families'],
    [
      'a catalog that is no function',
      { options: { ...right.options, catalog: defaultCatalog } },
      'options.catalog',
    ],
    [
      'a catalog of nothing',
      { options: { ...right.options, catalog: () => ({ families: [], aliases: {} }) } },
      'catalog.families',
    ],
  ] as const)('[embedding.wiring] is refused where there is %s', (_what, wrong, words) => {
    expect(problemsOf(wrong).join('\n')).toContain(words);
  });
});
