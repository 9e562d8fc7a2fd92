import type { WorkbenchModel } from '../../../api/responses.ts';

/** What a model's id fixes, as the form asks for it. */
export const modelFields = ['duration', 'aspect_ratio', 'resolution'] as const;
export type ModelField = (typeof modelFields)[number];

/** A value of a field, and why it cannot be picked. */
export interface FieldOption {
  readonly value: string | number;
  readonly isPicked: boolean;
  readonly problem:
    | null
    /** No model of the family has it. */
    | { readonly kind: 'not-in-family' }
    /** The family has it, but not together with this. */
    | { readonly kind: 'not-with'; readonly other: string };
}

/** Families in the order of the catalog. */
export function familiesOf(models: readonly WorkbenchModel[]): readonly string[] {
  return [...new Set(models.map(({ family }) => family))];
}

const sortedValues = (values: Iterable<string | number>): readonly (string | number)[] =>
  [...new Set(values)].toSorted((one, other) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), 'en', { numeric: true }),
  );

/**
 * The values of a field to pick from: aspects and resolutions of every family, so that what a family lacks is
 * seen and said; seconds of this family only, for there are too many.
 */
export function fieldOptions(
  models: readonly WorkbenchModel[],
  current: WorkbenchModel,
  field: ModelField,
): readonly FieldOption[] {
  const family = models.filter((model) => model.family === current.family);
  const shown = field === 'duration' ? family : models;
  const inFamily = new Set(family.map((model) => model[field]));
  return sortedValues(shown.map((model) => model[field])).map((value) => ({
    value,
    isPicked: current[field] === value,
    problem: inFamily.has(value)
      ? problemWithOthers(family, current, { field, value })
      : { kind: 'not-in-family' },
  }));
}

interface Wanted {
  readonly field: ModelField;
  readonly value: string | number;
}

function problemWithOthers(
  family: readonly WorkbenchModel[],
  current: WorkbenchModel,
  { field, value }: Wanted,
): FieldOption['problem'] {
  const others = modelFields.filter((name) => name !== field);
  const having = family.filter((model) => model[field] === value);
  if (having.some((model) => others.every((name) => model[name] === current[name]))) return null;
  const clash = others.find((name) => having.every((model) => model[name] !== current[name]));
  const named = clash === undefined ? others : [clash];
  return { kind: 'not-with', other: named.map((name) => sayValue(name, current[name])).join(', ') };
}

/** A value as people write it. */
export function sayValue(field: ModelField, value: string | number): string {
  return field === 'duration' ? `${value} s` : String(value);
}

/** The model of the same family with another value; the current one if the family has no such model. */
export function withField(
  models: readonly WorkbenchModel[],
  current: WorkbenchModel,
  { field, value }: Wanted,
): WorkbenchModel {
  const wanted = { ...current, [field]: value };
  const isWanted = (model: WorkbenchModel): boolean =>
    model.family === current.family && modelFields.every((name) => model[name] === wanted[name]);
  return models.find(isWanted) ?? current;
}

/** The model of another family that is nearest to the current one. */
export function withFamily(
  models: readonly WorkbenchModel[],
  current: WorkbenchModel,
  family: string,
): WorkbenchModel {
  const distance = (model: WorkbenchModel): number =>
    Math.abs(model.duration - current.duration) +
    (model.aspect_ratio === current.aspect_ratio ? 0 : 1000) +
    (model.resolution === current.resolution ? 0 : 100);
  const candidates = models.filter((model) => model.family === family);
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? current;
}
