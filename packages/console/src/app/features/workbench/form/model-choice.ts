import type { WorkbenchModel } from '../../../api/responses.ts';

/** Values fixed by a model's id, in the order of the form. */
export const modelFields = ['duration', 'aspect_ratio', 'resolution'] as const;
export type ModelField = (typeof modelFields)[number];

/** A value of a field, with the reason it is unavailable. */
export interface FieldOption {
  readonly value: string | number;
  readonly isPicked: boolean;
  readonly problem:
    | null
    /** No model of the family has this value. */
    | { readonly kind: 'not-in-family' }
    /** The family has this value, but not together with the current values of these fields. */
    | { readonly kind: 'not-with'; readonly others: readonly ModelField[] };
}

/** Families in catalog order. */
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
 * Values of a field. Aspect ratios and resolutions of all families are listed, so that missing ones are visible with a
 * reason; durations only of this family, because there are too many.
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
  return { kind: 'not-with', others: clash === undefined ? others : [clash] };
}

/** The model of the same family with another value; the current model if there is none. */
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

/** The model of another family that is closest to the current one. */
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
