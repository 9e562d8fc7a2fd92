import type { WorkbenchModel } from '../../../api/responses.ts';
import { matchModel } from '../../models/match-model.ts';
import { familiesOf, withFamily } from './model-choice.ts';

/** Models of a family, as listed in the picker. */
export interface ModelGroup {
  readonly family: string;
  readonly description: string;
  readonly models: readonly WorkbenchModel[];
  /** Number of further models, which a search finds. */
  readonly more: number;
}

/** Models shown for each family without a search; the form's fields reach the others. */
const mostOfFamily = 4;
const mostFound = 120;

/** Each family with the model closest to the current one first; with a search, the models that match every word. */
export function groupModels(
  models: readonly WorkbenchModel[],
  current: WorkbenchModel,
  words: string,
): readonly ModelGroup[] {
  const isSearch = words.trim() !== '';
  const found = isSearch ? models.filter((model) => matchModel(model, words)) : models;
  const shown = isSearch ? found.slice(0, mostFound) : found;
  return familiesOf(shown).map((family) => {
    const members = shown.filter((model) => model.family === family);
    const all = found.filter((model) => model.family === family).length;
    const nearest = withFamily(members, current, family);
    const ordered = isSearch ? members : [nearest, ...members.filter((one) => one !== nearest)];
    const listed = isSearch ? ordered : ordered.slice(0, mostOfFamily);
    return {
      family,
      description: members[0]?.description ?? '',
      models: listed,
      more: all - listed.length,
    };
  });
}
