import type { ReferenceDraft, RequestDraft } from '../../job/generation-request.ts';
import { checkPrompt } from '../../media/prompt.ts';
import type { ReferenceKind, ReferenceRole } from '../../media/reference.ts';
import { hasPlainId } from '../../model/list-models.ts';
import type { ModelCatalog } from '../../model/model-catalog.ts';
import type { ModelFamily } from '../../model/model-family.ts';
import { parseModelId, printModelId } from '../../model/model-id.ts';
import { type InvalidRequest, invalidRequest } from './invalid-request.ts';

/** Kind of material for each role. */
const kindOfRole: { readonly [R in ReferenceRole]: ReferenceKind } = {
  first_frame: 'image',
  last_frame: 'image',
  reference_image: 'image',
  reference_video: 'video',
  reference_audio: 'audio',
};

type Check = (draft: RequestDraft, family: ModelFamily) => InvalidRequest | undefined;

/** In the order of the draft's fields; the id comes last, since it follows from the others. */
const checks: readonly Check[] = [
  checkPromptText,
  checkNegativePrompt,
  checkDuration,
  checkOffered,
  checkAudio,
  checkModelId,
  checkReferences,
];

/** Returns why the catalog does not offer the request of a well-shaped draft, or undefined [accepted.checked]. */
export function checkDraft(draft: RequestDraft, catalog: ModelCatalog): InvalidRequest | undefined {
  const { model, family: named, mediaType } = draft;
  const family = familyOf(model, catalog);
  if (family === undefined) return invalidRequest('draft.model', whyNot(model, catalog));
  if (named !== family.id)
    return invalidRequest('draft.family', `must be ${family.id}, the family of ${model}`);
  if (mediaType !== family.mediaType)
    return invalidRequest('draft.mediaType', `must be ${family.mediaType} for ${family.id}`);
  for (const check of checks) {
    const refusal = check(draft, family);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function whyNot(model: string, { retired = [] }: ModelCatalog): string {
  const ended = familyOf(model, { families: retired })?.retirement;
  return ended === undefined
    ? 'must be the id of a model in the catalog'
    : `was retired by its provider on ${ended.retiresAt.slice(0, 10)}`;
}

function familyOf(
  model: string,
  { families }: Pick<ModelCatalog, 'families'>,
): ModelFamily | undefined {
  const id = parseModelId(model).family;
  return (
    families.find((one) => one.surfaces.includes('tasks') && one.id === model) ??
    families.find((one) => one.id === id)
  );
}

function checkPromptText({ prompt }: RequestDraft, family: ModelFamily) {
  return checkText('draft.prompt', prompt, family);
}

function checkNegativePrompt({ negativePrompt }: RequestDraft, family: ModelFamily) {
  const param = 'draft.negativePrompt';
  if (negativePrompt === null) return undefined;
  if (!family.negativePrompt) return invalidRequest(param, `must be null for ${family.id}`);
  return checkText(param, negativePrompt, family);
}

/** 1 to the model's limit of code points, not white space alone, and valid UTF-8, which a provider can be sent. */
function checkText(param: string, text: string, { promptLimit }: ModelFamily) {
  const check = checkPrompt(text, promptLimit);
  switch (check.kind) {
    case 'absent':
    case 'blank':
      return invalidRequest(param, 'must not be empty or white space only');
    case 'too-long':
      return invalidRequest(
        param,
        `must have at most ${check.limit} characters; it has ${check.codePoints}`,
      );
    case 'unsendable':
      return invalidRequest(param, `must not contain ${check.holds}`);
    case 'usable':
      return undefined;
  }
}

function checkDuration({ durationSeconds }: RequestDraft, { id, durationsSeconds }: ModelFamily) {
  const param = 'draft.durationSeconds';
  if (durationsSeconds.length === 0) {
    if (durationSeconds === null) return undefined;
    return invalidRequest(param, `must be null: ${id} generates images`);
  }
  if (durationSeconds !== null && durationsSeconds.includes(durationSeconds)) return undefined;
  return invalidRequest(param, `must be one of ${durationsSeconds.join(', ')} for ${id}`);
}

function checkOffered({ aspectRatio, resolution }: RequestDraft, family: ModelFamily) {
  const { id, aspectRatios, resolutions } = family;
  if (!aspectRatios.includes(aspectRatio))
    return invalidRequest(
      'draft.aspectRatio',
      `must be one of ${aspectRatios.join(', ')} for ${id}`,
    );
  if (!resolutions.includes(resolution))
    return invalidRequest('draft.resolution', `must be one of ${resolutions.join(', ')} for ${id}`);
  return undefined;
}

function checkAudio({ generateAudio }: RequestDraft, { id, audio }: ModelFamily) {
  const param = 'draft.generateAudio';
  if (generateAudio && audio === 'none')
    return invalidRequest(param, `must be false: ${id} cannot generate sound`);
  if (!generateAudio && audio === 'always')
    return invalidRequest(param, `must be true: ${id} always generates sound`);
  return undefined;
}

function checkModelId({ model, ...draft }: RequestDraft, family: ModelFamily) {
  const { id, surfaces } = family;
  const { durationSeconds, aspectRatio, resolution } = draft;
  const ids = surfaces.map((surface) =>
    hasPlainId(family, surface)
      ? id
      : printModelId({ family: id, durationSeconds, aspectRatio, resolution }),
  );
  if (ids.includes(model)) return undefined;
  const canonical = ids.join(' or ');
  return invalidRequest('draft.model', `must be ${canonical}, the id that matches the draft`);
}

function checkReferences({ references }: RequestDraft, { id, references: rules }: ModelFamily) {
  const param = 'draft.references';
  const { minimum, maximum } = rules;
  if (references.length > maximum)
    return invalidRequest(param, `must have at most ${maximum} items for ${id}`);
  if (references.length < minimum)
    return invalidRequest(param, `must have at least ${minimum} items for ${id}`);
  for (const reference of references) {
    const rule = referenceRule(reference, { id, ...rules });
    if (rule !== undefined) return invalidRequest(reference.param, rule);
  }
  return undefined;
}

/** Completes the sentence "<the reference's param> …". */
function referenceRule(
  { kind, role }: ReferenceDraft,
  { id, kinds, roles }: Pick<ModelFamily, 'id'> & ModelFamily['references'],
): string | undefined {
  if (!kinds.includes(kind)) return `must be of kind ${kinds.join(' or ')} for ${id}`;
  if (!roles.includes(role)) return `must have one of the roles ${roles.join(', ')} for ${id}`;
  if (kindOfRole[role] !== kind) return `must be of kind ${kindOfRole[role]} for the role ${role}`;
  return undefined;
}
