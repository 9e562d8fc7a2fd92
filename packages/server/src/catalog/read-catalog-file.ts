import { readFileSync } from 'node:fs';
import {
  type CatalogFile,
  catalogFileSchema,
  catalogProblems,
  listModels,
  type ModelCatalog,
  modelSurfaces,
} from '@filmgate/core';
import { type CatalogProblem, printPath } from './catalog-problem.ts';
import { withNearest } from '../settings/nearest-names.ts';
import { describeIssue } from './describe-issue.ts';
import { type PositionedJson, readPositionedJson } from './positioned-json.ts';
import type { ShippedCatalogs } from './shipped-catalogs.ts';

/** A problem with a part of a family. */
interface FamilyFault {
  readonly family: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A catalog, or every problem of the file, in the order of the file. */
export type CatalogReading =
  | {
      readonly kind: 'read';
      readonly catalog: ModelCatalog;
      /** Returns the problem at a part of one of its families; undefined where the family is not in this file. */
      readonly problemAt: (fault: FamilyFault) => CatalogProblem | undefined;
    }
  | { readonly kind: 'refused'; readonly problems: readonly CatalogProblem[] }
  /** The file cannot be read at all. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'this user cannot read the file'],
  ['EISDIR', 'the path is a folder'],
]);

/** Reads an operator's catalog (`FILMGATE_CATALOG_FILE`) [catalog.file-problems]. Never throws. */
export async function readCatalogFile(
  file: string,
  shipped: ShippedCatalogs,
): Promise<CatalogReading> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'unreadable', reason: reasons.get(code) ?? `system error ${code}` };
  }
  return await readCatalog(bytes, shipped);
}

/** Reads a catalog from the bytes of its file. Never throws: any bytes give a catalog or problems. */
export async function readCatalog(
  bytes: Uint8Array,
  shipped: ShippedCatalogs,
): Promise<Exclude<CatalogReading, { kind: 'unreadable' }>> {
  const reading = readPositionedJson(bytes);
  if (reading.kind === 'refused') return reading;
  const { json } = reading;
  const parsed = catalogFileSchema.safeParse(json.value);
  if (!parsed.success) {
    return refused(parsed.error.issues.flatMap((issue) => describeIssue(issue, json)));
  }
  const own = parsed.data;
  const unknown = unknownCatalogs(own, json, shipped);
  if (unknown.length > 0) return refused(unknown);
  const below = await Promise.all(own.extends.map((name) => shipped.read(name)));
  const { families, aliases } = own;
  const catalog = mergeCatalogs([...below, { families, aliases }]);
  const problems = [
    ...problemsOf(own, json, ([first]) => first === 'families'),
    // Aliases may name models of the catalogs it extends.
    ...problemsOf(catalog, json, ([first]) => first === 'aliases'),
  ];
  if (problems.length > 0) return refused(problems);
  const endpoints = new Map(families.map(({ id }, index) => [id, index]));
  return {
    kind: 'read',
    catalog,
    problemAt: ({ family, path, message }) => {
      const index = endpoints.get(family);
      return index === undefined ? undefined : problem(json, ['families', index, ...path], message);
    },
  };
}

function problem(
  json: PositionedJson,
  path: readonly PropertyKey[],
  message: string,
): CatalogProblem {
  return { ...json.positionOf(path), path: printPath(path), message };
}

function problemsOf(
  catalog: ModelCatalog,
  json: PositionedJson,
  concerns: (path: readonly PropertyKey[]) => boolean,
): readonly CatalogProblem[] {
  return catalogProblems(catalog)
    .filter(([path]) => concerns(path))
    .map(([path, message]) => problem(json, path, message));
}

function unknownCatalogs(
  { extends: named }: CatalogFile,
  json: PositionedJson,
  shipped: ShippedCatalogs,
): readonly CatalogProblem[] {
  if (named.length === 0) return [];
  const names = shipped.names();
  const rule = `must be one of ${names.join(', ')}`;
  return named.flatMap((name, index) =>
    names.includes(name) ? [] : [problem(json, ['extends', index], withNearest(rule, name, names))],
  );
}

function refused(
  problems: readonly CatalogProblem[],
): Extract<CatalogReading, { kind: 'refused' }> {
  return {
    kind: 'refused',
    problems: problems.toSorted((one, other) =>
      one.line === other.line ? one.column - other.column : one.line - other.line,
    ),
  };
}

/** Merges two catalogs: families of the upper one replace those of the same id, the others are appended. */
function mergeTwo(below: ModelCatalog, above: ModelCatalog): ModelCatalog {
  const replacing = new Map(above.families.map((family) => [family.id, family]));
  const known = new Set(below.families.map(({ id }) => id));
  const families = [
    ...below.families.map((family) => replacing.get(family.id) ?? family),
    ...above.families.filter(({ id }) => !known.has(id)),
  ];
  const models = new Set(
    modelSurfaces.flatMap((surface) =>
      listModels({ families, aliases: {} }, surface).map(({ model }) => model),
    ),
  );
  // An alias of the lower catalog is dropped with the model it named, and where a model has its name.
  const kept = Object.entries(below.aliases).filter(
    ([alias, target]) => models.has(target) && !models.has(alias),
  );
  return { families, aliases: { ...Object.fromEntries(kept), ...above.aliases } };
}

/** Merges several catalogs into one, the lowest first. */
export function mergeCatalogs(catalogs: readonly ModelCatalog[]): ModelCatalog {
  return catalogs.reduce(mergeTwo, { families: [], aliases: {} });
}
