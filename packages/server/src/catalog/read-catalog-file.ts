import { readFileSync } from 'node:fs';
import { catalogSchema, type ModelCatalog } from '@filmgate/core';
import type { CatalogProblem } from './catalog-problem.ts';
import { describeIssue } from './describe-issue.ts';
import { readPositionedJson } from './positioned-json.ts';

/** A catalog, or everything that is wrong with the file, in the order of the file. */
export type CatalogReading =
  | { readonly kind: 'read'; readonly catalog: ModelCatalog }
  | { readonly kind: 'refused'; readonly problems: readonly CatalogProblem[] }
  /** The file cannot be read at all. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'this user may not read it'],
  ['EISDIR', 'it is a folder'],
]);

/** Reads an operator's catalog (`FILMGATE_CATALOG_FILE`, decisions §1.2 and §5). Total. */
export function readCatalogFile(file: string): CatalogReading {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'unreadable', reason: reasons.get(code) ?? `the system says ${code}` };
  }
  return readCatalog(bytes);
}

/** Reads a catalog from the bytes of its file. Total: any bytes give a catalog or problems. */
export function readCatalog(bytes: Uint8Array): Exclude<CatalogReading, { kind: 'unreadable' }> {
  const reading = readPositionedJson(bytes);
  if (reading.kind === 'refused') return reading;
  const { json } = reading;
  const parsed = catalogSchema.safeParse(json.value);
  if (parsed.success) return { kind: 'read', catalog: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, json));
  return {
    kind: 'refused',
    problems: problems.toSorted((one, other) =>
      one.line === other.line ? one.column - other.column : one.line - other.line,
    ),
  };
}
