import { matchesGlob } from 'node:path';
import ts from 'typescript';
import { commentsOf } from './comments.ts';
import { isTestFile, packageOf, type SourceFile, type Violation } from './source-file.ts';

const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Words that say nothing about what is inside. */
const EMPTY_WORDS = /^(?:utils?|helpers?|common|managers?|misc|stuff)$/;
const SWITCHES_CHECKS_OFF =
  /\b(?:oxlint|eslint)-disable|\bbiome-ignore(?! format: \S)|@ts-(?:ignore|nocheck)\b|\b(?:v8|c8|istanbul) ignore\b/;
const EXPECTS_TYPE_ERROR = /@ts-expect-error\b/;

/** Every part of a path below its root folder, without extension: `job/job-state.test.ts` → job, job-state, test. */
function namesIn(path: string): readonly string[] {
  return path
    .replace(/\.tsx?$/, '')
    .split(/[/.]/)
    .filter((name) => !['__fixtures__', 'fixtures'].includes(name));
}

/** File and folder names that are not kebab-case, or have no meaning. */
export function findBadNames(files: readonly SourceFile[]): readonly Violation[] {
  return files.flatMap(({ path }) =>
    namesIn(path).flatMap((name) => {
      if (!KEBAB_CASE.test(name)) return [{ path, problem: `"${name}" is not kebab-case` }];
      const empty = name.split('-').find((word) => EMPTY_WORDS.test(word));
      return empty === undefined
        ? []
        : [{ path, problem: `"${empty}" says nothing about what it is` }];
    }),
  );
}

/**
 * Comments that switch a rule or the compiler off. Type tests may expect an error, sources may not. A table may keep
 * its own layout, with the reason beside it: `biome-ignore format: …`.
 */
export function findDisabledChecks(files: readonly SourceFile[]): readonly Violation[] {
  const isSwitch = (text: string, path: string) =>
    SWITCHES_CHECKS_OFF.test(text) || (EXPECTS_TYPE_ERROR.test(text) && !isTestFile(path));
  // Telling comments from text is slow, and few files have the words at all.
  const suspects = files.filter(({ path, syntax }) => isSwitch(syntax.text, path));
  return suspects.flatMap((file) =>
    commentsOf(file)
      .filter((text) => isSwitch(text, file.path))
      .map((text) => ({ path: file.path, problem: `switches a check off: ${text}` })),
  );
}

function isReExport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}

/**
 * Files that only re-export, except the entries of a package; and `export *`, which hides the exports of an entry.
 *
 * @param entries paths of the modules that packages export
 */
export function findBarrels(
  files: readonly SourceFile[],
  entries: ReadonlySet<string>,
): readonly Violation[] {
  return files.flatMap(({ path, syntax }) => {
    const { statements } = syntax;
    const isBarrel = statements.length > 0 && statements.every(isReExport);
    const hasStar = statements.some(
      (statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined,
    );
    const violations: Violation[] = [];
    if (isBarrel && !entries.has(path))
      violations.push({ path, problem: 'only passes on exports' });
    if (hasStar) violations.push({ path, problem: 'exports * instead of names' });
    return violations;
  });
}

/** Variables of a module that can be reassigned: state that outlives its owner. Tests keep fixtures there. */
export function findModuleState(files: readonly SourceFile[]): readonly Violation[] {
  const sources = files.filter(({ path }) => packageOf(path) !== undefined && !isTestFile(path));
  return sources.flatMap(({ path, syntax }) =>
    syntax.statements
      .filter((statement) => ts.isVariableStatement(statement))
      .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
      .map((statement) => ({ path, problem: `keeps state in the module: ${statement.getText()}` })),
  );
}

/**
 * Test files that no vitest project picks up: they would never run, unnoticed.
 *
 * @param included the `include` patterns of all projects
 */
export function findTestsThatNeverRun(
  files: readonly SourceFile[],
  included: readonly string[],
): readonly Violation[] {
  return files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .filter(({ path }) => !included.some((pattern) => matchesGlob(path, pattern)))
    .map(({ path }) => ({ path, problem: 'is in no vitest project' }));
}
