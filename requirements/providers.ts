import { klingAndArkRequirements } from './kling-and-ark.ts';
import { portRequirements } from './provider-port.ts';
import { moneyRequirements } from './provider-money.ts';
import type { Requirement } from './requirement.ts';

/** The engine that sends to every described provider, proves, searches and fetches. */
const engineRequirements: readonly Requirement[] = [
  {
    id: 'providers.engine.proof',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A submission counts as refused only where status and machine code of its answer are a row of the provider’s table; any other answer leaves it unknown, and no redirect, 408 or success can be a row.',
  },
  {
    id: 'providers.engine.assets',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'The bytes of references go where the saved call names them; the same call gives the same bytes, and a reference that cannot be read means that nothing is sent.',
  },
  {
    id: 'providers.engine.echo',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A refusal that the second arrival of a submission would be given too is believed only where a search by its name shows nothing.',
  },
  {
    id: 'providers.engine.list',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A lost submission is taken for a listed task only when exactly one fits that no job owns, that was made while it can have been sent, and whose parameters are its own; beside a second one, or one that cannot be told apart, a person rules.',
  },
  {
    id: 'providers.engine.redaction',
    source: 'ARCHITECTURE, What always holds',
    text: 'What a provider says reaches a trail without secrets, tokens and links, and no longer than 1000 characters.',
  },
  {
    id: 'providers.engine.links',
    source: 'ARCHITECTURE, What always holds',
    text: 'The link to a finished film at another origin is asked for each time the film is fetched, and kept nowhere.',
  },
  {
    id: 'providers.engine.results',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A finished film is fetched with credentials from the place’s own origin only; other URLs and redirects lead only to hosts the place lists, at most three of them, each judged as the first, without credentials.',
  },
  {
    id: 'providers.engine.guide',
    source: 'docs/write-a-provider, What an answer to it means',
    text: 'A provider of one’s own is described by data and pure functions, as the guide shows with an example that is held to every law of the port.',
  },
  {
    id: 'providers.engine.lazy',
    source: 'ARCHITECTURE, Packages and their direction',
    text: 'What knows a protocol is loaded when it is first asked for, and not before.',
  },
];

/** Servers of the OpenAI videos shape. */
const openaiVideosRequirements: readonly Requirement[] = [
  {
    id: 'providers.openai-videos.requests',
    source: 'docs/providers, OpenAI videos compatible',
    text: 'A film is asked for as JSON or as a form, as the dialect of the place says, and what a dialect cannot be told is refused with the parameter.',
  },
  {
    id: 'providers.openai-videos.refusals',
    source: 'docs/providers, OpenAI videos compatible',
    text: 'Exactly the rows of the table are refusals: a status and code, in one of the two documented shapes.',
  },
  {
    id: 'providers.openai-videos.states',
    source: 'docs/providers, OpenAI videos compatible',
    text: 'The words of the dialects for the four states are known; any other word says nothing about the task.',
  },
  {
    id: 'providers.openai-videos.filmgate',
    source: 'docs/providers, Filmgate',
    text: 'In front of another gateway of this kind a submission carries its own id as the key, is found by it, and what may have made a task is no refusal.',
  },
  {
    id: 'providers.chain.one-film',
    source: 'docs/providers, Filmgate',
    text: 'With three gateways in a row, the middle one may be killed at any step of what it has taken: one film is made, and each pays the next, and is paid, once.',
  },
  {
    id: 'providers.chain.nothing-made',
    source: 'docs/providers, Filmgate',
    text: 'What was lost on the way down before the next gateway heard of it is made by none; once its absence is proven each one’s job fails, and none has paid.',
  },
];

const speaks = 'docs/mock, Providers it speaks as';

/** The mock as other providers. */
const personalitiesRequirements: readonly Requirement[] = [
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
    source: speaks,
    text: 'A personality looks at the credential before the body, and reads at most 64 MiB, 20 000 JSON values, 32 levels and 64 parts of a form.',
  },
  {
    id: 'providers.personalities.clients',
    source: speaks,
    text: 'openai 7.57.0 and 6.27.0 and @ai-sdk/bytedance 1.0.29 make a film with nothing but their base URL set; requests to Kling of independent sources are taken as they are.',
  },
  {
    id: 'providers.personalities.described',
    source: speaks,
    text: 'The gateway’s own clients of kling, ark and openai-videos make a film against the mock; whatever answer goes wrong, the outcome is unknown, the work is found again, and nothing is accepted twice; what they call refused was not accepted.',
  },
  {
    id: 'providers.personalities.lazy',
    source: speaks,
    text: 'A start of the mock loads the files of no personality but those it names.',
  },
];

/** What is promised about real providers. */
export const providersRequirements: readonly Requirement[] = [
  ...portRequirements,
  ...engineRequirements,
  ...openaiVideosRequirements,
  ...klingAndArkRequirements,
  ...personalitiesRequirements,
  ...moneyRequirements,
];
