import type { Requirement } from './requirement.ts';

const port = 'ARCHITECTURE, Ports';

/** The way a job takes to a provider and back: routes, choice, search, evidence. */
const portRequirements: readonly Requirement[] = [
  {
    id: 'providers.port.handle-owner',
    source: port,
    text: 'Every store tells which job has a handle in its place, however its JSON is written, until that job is removed.',
  },
  {
    id: 'providers.port.send-window',
    source: port,
    text: 'A search for a lost submission is told the instants between which its bytes can have left: from its mark to the end of the right to send, whenever the outcome was called unknown.',
  },
  {
    id: 'providers.port.owned',
    source: port,
    text: 'A search is told of each candidate whether another job has it.',
  },
  {
    id: 'providers.port.unanswered',
    source: port,
    text: 'A search is told of the other submissions at its place that have no answer: under way, unknown, or ended by a person who ruled.',
  },
  {
    id: 'providers.port.ambiguous',
    source: port,
    text: 'A submission that could be several pieces of work is left to a person, with their number in its trail; its money is held, it is never sent again, and it is looked at again.',
  },
  {
    id: 'providers.port.not-prepared',
    source: port,
    text: 'A job whose client throws while it prepares waits for an operator with the reason in its trail, and costs the runner nothing meanwhile.',
  },
  {
    id: 'providers.port.eligible',
    source: port,
    text: 'An account may make what its families allow, a route of its place leads to, and its place accepts; choice, admission, capacity, explanations and pinning go by this one rule.',
  },
  {
    id: 'providers.port.not-supported',
    source: port,
    text: 'What no route of an account can make is said with the field and the reason: in the trail, and where a person asks why a job waits.',
  },
  {
    id: 'providers.port.limits',
    source: port,
    text: 'The limits of a route narrow its family by duration, aspect, resolution, sound and references.',
  },
  {
    id: 'providers.port.rehearsal',
    source: port,
    text: 'A family with a route to any other place is never made by the mock, whatever its accounts claim.',
  },
  {
    id: 'providers.port.rank',
    source: port,
    text: 'Routes of rank 1 are tried before those of rank 2; within a rank the least busy account comes first.',
  },
  {
    id: 'providers.port.route-kept',
    source: port,
    text: 'A job keeps the place and the provider model it was chosen for, and the pixels its film has there; the trail names them, and a film of those pixels is not warned about.',
  },
  {
    id: 'providers.port.next-route',
    source: port,
    text: 'A proven refusal of an account, a model or a whole place lets a job go on by the next route at once, three tries in all; an unknown outcome goes nowhere else.',
  },
  {
    id: 'providers.port.denied',
    source: port,
    text: 'Work a place denies within the lag it states is not visible yet; after that the outcome is unknown, it is asked about for an hour, and then left to a person.',
  },
  {
    id: 'providers.port.own-times',
    source: port,
    text: 'A place may have its own time for an answer, for a job and between two looks at an account; otherwise those of the gateway hold.',
  },
];

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
    id: 'providers.engine.results',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A finished film is fetched with credentials from the place’s own origin only; other URLs and redirects lead only to hosts the place lists, at most three of them, each judged as the first, without credentials.',
  },
  {
    id: 'providers.engine.lazy',
    source: 'ARCHITECTURE, Packages and their direction',
    text: 'What knows a protocol is loaded when it is first asked for, and not before.',
  },
];

/** Kling and ModelArk: what is sent, what an answer proves, how a lost submission is found. */
const klingAndArkRequirements: readonly Requirement[] = [
  {
    id: 'providers.kling.requests',
    source: 'docs/providers, Kling',
    text: 'What leaves for Kling is the request its documents show, for texts, frames and images, with and without sound, in each shape; it carries the submission’s own id, and no constant of a route touches what is written.',
  },
  {
    id: 'providers.kling.accepts',
    source: 'docs/providers, Kling',
    text: 'Before anything is sent, a request that Kling’s documents exclude for a model is refused with the field and the reason; a model the table does not know is bounded by the catalog alone.',
  },
  {
    id: 'providers.kling.refusals',
    source: 'docs/providers, Kling',
    text: 'Exactly the documented pairs of status and code are refusals by Kling; 5000, 5001 and 5002 are none, and three answers of 429 mean money.',
  },
  {
    id: 'providers.kling.reads',
    source: 'docs/providers, Kling',
    text: 'A read of a Kling task means something only when it is of that very task and in a documented state; success without a film says nothing.',
  },
  {
    id: 'providers.kling.usage',
    source: 'docs/providers, Kling',
    text: 'What a Kling film took is counted exactly as its bill says, in hundredths of a unit or millionths of a dollar, and not at all in another currency.',
  },
  {
    id: 'providers.kling.finds',
    source: 'docs/providers, Kling',
    text: 'A lost submission to Kling is found by its own id and by no other task; that it is not shown never counts as proof.',
  },
  {
    id: 'providers.ark.requests',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'What leaves for ModelArk is the request its documents show, in each shape, with sound asked for or declined in so many words where the model knows it, and without a watermark.',
  },
  {
    id: 'providers.ark.accepts',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'Before anything is sent, a request that ModelArk’s documents exclude for a model is refused with the field and the reason.',
  },
  {
    id: 'providers.ark.pixels',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'A film of Seedance is expected in the true pixels of its resolution and aspect ratio, so that a correct one brings no warning.',
  },
  {
    id: 'providers.ark.refusals',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'Exactly the documented pairs of status and code are refusals by ModelArk; an error of its own inside, and one that speaks of a film that was made, are none.',
  },
  {
    id: 'providers.ark.reads',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'A read of a ModelArk task means something only when it is of that very task and in a documented state; a failure is read inside an answer of 200, and is not charged.',
  },
  {
    id: 'providers.ark.finds',
    source: 'docs/providers, ModelArk (Seedance)',
    text: 'A lost submission to ModelArk is taken for a listed task of the same model, resolution, ratio, duration and sound, on whatever page it stands; that it is not shown never counts as proof.',
  },
  {
    id: 'providers.documents.tables',
    source: 'docs/providers',
    text: 'The document of the providers shows every place, model and refusal row of the code, each with its source and the day it was read.',
  },
  {
    id: 'providers.presets.routes',
    source: 'docs/providers, Presets',
    text: 'Each combination a shipped family offers is one that its routes take, and its price is at least the list price of the source it names.',
  },
];

/** Servers of the OpenAI videos shape. */
const openaiVideosRequirements: readonly Requirement[] = [
  {
    id: 'providers.openai-videos.requests',
    source: 'openai npm 7.57.0, src/resources/videos.ts (2026-11-22)',
    text: 'A film is asked for as JSON or as a form, as the dialect of the place says, and what a dialect cannot be told is refused with the parameter.',
  },
  {
    id: 'providers.openai-videos.refusals',
    source: 'openai npm 7.57.0, src/error.ts (2026-11-22)',
    text: 'Exactly the rows of the table are refusals: a status and code, in one of the two documented shapes.',
  },
  {
    id: 'providers.openai-videos.states',
    source: 'openai npm 7.57.0, src/resources/videos.ts (2026-11-22)',
    text: 'The words of the dialects for the four states are known; any other word says nothing about the task.',
  },
  {
    id: 'providers.openai-videos.filmgate',
    source: 'docs/errors.md, Video Task API',
    text: 'In front of another gateway of this kind a submission carries its own id as the key, is found by it, and what may have made a task is no refusal.',
  },
];

/** Price and cost: what moves in which ledger. */
const moneyRequirements: readonly Requirement[] = [
  {
    id: 'providers.money.amounts',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'What must be saved with a job says how much moves, in which ledger and unit; a change that moves another amount than the job costs is a fault, and changes nothing.',
  },
  {
    id: 'providers.money.one-rule',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Slots and money of every store go by the same rules: the same histories give the same answers and balances.',
  },
  {
    id: 'providers.money.estimate',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'What a film is expected to cost the account follows from its route, in the unit of the place; without one it is the price where the place counts credits, and nothing elsewhere.',
  },
  {
    id: 'providers.money.settled-when-charged',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'The account’s money is settled when the provider charges: as it accepts, or once the film is made. Until then it stays reserved, or held while the outcome is unknown, and it is released on proof that nothing was taken.',
  },
  {
    id: 'providers.money.actual',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Where the provider tells what it took, that is what the account pays, also when it is told later; the owner pays the price.',
  },
  {
    id: 'providers.money.budget',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'Where the budget of an account is reached, in all or in a day or month of UTC, no new work begins on it, and the reason is told; what runs goes on.',
  },
  {
    id: 'providers.money.shown',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'The administration shows the price of a job beside what it was expected to cost, what it cost, in which unit, and the provider’s own figures; no public route shows any of it.',
  },
  {
    id: 'providers.money.former',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A store of the release before keeps all its money to the credit: each job, each owner, each account.',
  },
];

/** What is promised about real providers. */
export const providersRequirements: readonly Requirement[] = [
  ...portRequirements,
  ...engineRequirements,
  ...openaiVideosRequirements,
  ...klingAndArkRequirements,
  ...moneyRequirements,
];
