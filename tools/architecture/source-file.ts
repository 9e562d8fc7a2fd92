import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A source file as the rules see it: its path below the project and its syntax, parsed but not type-checked. */
export interface SourceFile {
  /** With forward slashes: `packages/core/src/job/job.ts`. */
  readonly path: string;
  readonly syntax: ts.SourceFile;
}

/** Something a rule forbids, found in a file. */
export interface Violation {
  readonly path: string;
  /** The problem, in words that a person can act on. */
  readonly problem: string;
}

const SOURCES = [
  'packages/*/{src,test,bench}/**/*.{ts,tsx}',
  'examples/**/*.{ts,tsx}',
  'bench/**/*.ts',
  'tools/**/*.ts',
];
const NOT_OURS = ['node_modules', 'dist'];

export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { path, syntax: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

/** All TypeScript of the project, by path; `isWanted` skips files, since parsing is slow. */
export function readSources(root: string, isWanted = (_path: string, _text: string) => true) {
  return globSync(SOURCES, { cwd: root, exclude: (name) => NOT_OURS.includes(name) })
    .map((path) => ({
      path: path.replaceAll('\\', '/'),
      text: readFileSync(join(root, path), 'utf8'),
    }))
    .filter(({ path, text }) => isWanted(path, text))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, text }) => parseSource(path, text));
}

/** Visits every node of a file, outer ones first. */
export function visitNodes(file: SourceFile, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node) => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(file.syntax);
}

/** True if a file exists for tests only. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\/(?:test|bench)\//.test(path);
}

/** Name of the folder below `packages` that a file belongs to; absent for files outside. */
export function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}
