import type { Requirement } from './requirement.ts';

const speaks = 'docs/mock, Providers it speaks as';

/** The mock as other providers. */
const personalities: readonly Requirement[] = [
  {
    id: 'providers.personalities.wire',
    source: speaks,
    text: 'The mock speaks the routes, states, lists and films of kling, ark and openai-videos, each below its own path, over its one world; a job is there for its account and its wire only, and the ledger has its model, its id and its own name.',
  },
  {
    id: 'providers.personalities.errors',
    source: speaks,
    text: 'A credential that is missing, wrong or out of time, each error the documents of a provider list, a body that is not its, and the limits of an account are refused in the provider’s own words, and accept nothing.',
  },
  {
    id: 'providers.personalities.submission-faults',
    source: 'docs/mock, Tokens',
    text: 'A reset, a hang, a 500, half an answer, a proxy’s page, an unlisted code, an error under 200 and an acceptance without an id follow acceptance on every wire; a proxy’s page, an unlisted code and an error under 200 also refuse, by the same bytes.',
  },
  {
    id: 'providers.personalities.read-faults',
    source: 'docs/mock, Tokens',
    text: 'Status reads answer 401, 404, 429, 500, a proxy’s page or an error under 200 as often as asked, name unknown states and completed jobs without a film; lists show a job only after the lag asked for.',
  },
  {
    id: 'providers.personalities.own-ids',
    source: speaks,
    text: 'A name of the caller’s own is accepted once: kling refuses it the second time, openai-videos answers with the earlier video or 409; only duplicate-accepted lets it pass. A lost answer is found by it.',
  },
  {
    id: 'providers.personalities.links',
    source: speaks,
    text: 'Links to films need no credential, are signed, lead back to where the caller came from, and end by the mock’s clock.',
  },
  {
    id: 'providers.personalities.bounds',
    source: 'ARCHITECTURE, What a caller may cost',
    text: 'A personality looks at the credential before the body, and reads at most 64 MiB, 20 000 JSON values, 32 levels and 64 parts of a form.',
  },
  {
    id: 'providers.personalities.clients',
    source: speaks,
    text: 'openai 7.57.0 and 6.27.0 and @ai-sdk/bytedance 1.0.29 make a film with nothing but their base URL set; requests to Kling of independent sources are taken as they are.',
  },
  {
    id: 'providers.personalities.lazy',
    source: speaks,
    text: 'A start of the mock loads the files of no personality but those it names.',
  },
];

/** Real providers: how they are reached, paid, asked and offered. */
export const providersRequirements: readonly Requirement[] = [...personalities];
