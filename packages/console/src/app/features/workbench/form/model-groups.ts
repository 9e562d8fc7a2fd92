import type { WorkbenchModel } from '../../../api/responses.ts';
import { matchModel } from '../../models/match-model.ts';
import { familiesOf, withFamily } from './model-choice.ts';

/** Models of a family, as the picker lists them. */
export interface ModelGroup {
  readonly family: string;
  readonly description: string;
  readonly models: readonly WorkbenchModel[];
  /** Further ones, which a search finds. */
  readonly more: number;
}

/** So many of each family while nothing is searched for; the fields of the form reach the others. */
const mostOfFamily = 4;
const mostFound = 120;

/** Every family with the model nearest to the current one first; with words, the models that have them all. */
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
