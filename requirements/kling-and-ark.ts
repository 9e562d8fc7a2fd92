import type { Requirement } from './requirement.ts';

/** Kling and ModelArk: what is sent, what an answer proves, how a lost submission is found. */
export const klingAndArkRequirements: readonly Requirement[] = [
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
    id: 'providers.kling.pixels',
    source: 'docs/providers, Kling',
    text: 'Of wide and tall films the nominal pixels are expected; of those that an image shapes, and of any other shape, none.',
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
    id: 'providers.descriptions.personality',
    source: 'docs/providers, What was verified, and how',
    text: 'In front of the mock speaking as its provider, a description for Kling or ModelArk sends the bytes of a frame unchanged, brings the film of a submission whose answer was lost, tells apart what a refusal means, and waits for a film without an address.',
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
  {
    id: 'providers.presets.own-server',
    source: 'docs/providers, Presets',
    text: "The preset for servers of the operator's own leads to each of his places that speaks its dialect, and offers nothing where there is none.",
  },
];
