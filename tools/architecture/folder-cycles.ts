import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findCycles, type Graph } from './import-cycles.ts';
import { importsOf, relativeTarget } from './imports.ts';
import { isTestFile, type SourceFile, type Violation } from './source-file.ts';

/** Path of the list of exceptions. */
const exceptionFile = 'tools/architecture/folder-cycles.json';

/** Dependencies that may stay for now, each as `core/ports → core/job`: the first folder imports the second. */
const exceptionSchema = z.array(z.string());

export function readFolderExceptions(root: string): readonly string[] {
  return exceptionSchema.parse(JSON.parse(readFileSync(join(root, exceptionFile), 'utf8')));
}

/** Importing files by dependency: `core/ports → core/job`. */
type FolderDependencies = ReadonlyMap<string, readonly string[]>;

const SOURCE = /^packages\/([^/]+)\/src\//;
const TO = ' → ';

function endsOf(dependency: string): readonly [start: string, end: string] {
  const [start = '', end = ''] = dependency.split(TO);
  return [start, end];
}

/**
 * The dependency that an import creates, between two folders with the same parent. A folder and the folders inside it
 * count as one, so imports among them create none. Files directly in `src` are the exception: they count as a folder
 * named like the package.
 */
function dependencyBetween(owner: string, from: string, target: string): string | undefined {
  const [source, goal] = [from.split('/'), target.split('/')];
  const depth = source.findIndex((part, index) => part !== goal[index]);
  const ends = [source, goal].map((parts) => parts.slice(0, -1).slice(0, depth + 1));
  if (depth > 0 && ends.some((parts) => parts.length <= depth)) return undefined;
  const [start, end] = ends.map((parts) => [owner, ...parts].join('/'));
  return start === end ? undefined : `${start}${TO}${end}`;
}

function dependenciesOf(file: SourceFile): readonly string[] {
  const [, owner = ''] = SOURCE.exec(file.path) ?? [];
  const root = `packages/${owner}/src/`;
  return importsOf(file).flatMap((entry) => {
    const target = relativeTarget(entry);
    if (target === undefined || !target.startsWith(root)) return [];
    const inRoot = (path: string) => path.slice(root.length);
    return dependencyBetween(owner, inRoot(file.path), inRoot(target)) ?? [];
  });
}

/** Every dependency between folders of one package, tests apart; an import of a type counts like any other. */
function findFolderDependencies(files: readonly SourceFile[]): FolderDependencies {
  const dependencies = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => SOURCE.test(path) && !isTestFile(path)))
    for (const dependency of dependenciesOf(file))
      dependencies.set(dependency, [...(dependencies.get(dependency) ?? []), file.path]);
  return dependencies;
}

function graphOf(dependencies: Iterable<string>): Graph {
  const graph = new Map<string, string[]>();
  for (const [start, end] of [...dependencies].map(endsOf))
    graph.set(start, [...(graph.get(start) ?? []), end]);
  return graph;
}

/** Names a file of the dependency with the fewest imports, which is the easiest to turn round. */
function describeCycle(cycle: readonly string[], dependencies: FolderDependencies): Violation {
  const [fewest = []] = cycle
    .slice(1)
    .map((end, index) => dependencies.get([cycle[index], end].join(TO)) ?? [])
    .toSorted((a, b) => a.length - b.length);
  return { path: fewest[0] ?? '', problem: `cycle of folders: ${cycle.join(TO)}` };
}

function leadsTo(graph: Graph, from: string, goal: string): boolean {
  const reached = new Set([from]);
  for (const folder of reached) for (const next of graph.get(folder) ?? []) reached.add(next);
  return reached.has(goal);
}

/** Exceptions that close no cycle. Each is added to the graph before the next check: two may close one together. */
function findStale(
  dependencies: FolderDependencies,
  exceptions: readonly string[],
): readonly Violation[] {
  const standing = new Set(
    [...dependencies.keys()].filter((dependency) => !exceptions.includes(dependency)),
  );
  return exceptions.flatMap((dependency) => {
    const [start, end] = endsOf(dependency);
    if (dependencies.has(dependency) && leadsTo(graphOf(standing), end, start)) return [];
    if (dependencies.has(dependency)) standing.add(dependency);
    return [
      { path: exceptionFile, problem: `remove "${dependency}": it closes no cycle any more` },
    ];
  });
}

/** Cycles of any length among the folders of one package, exceptions apart; and exceptions that close no cycle. */
export function findFolderCycles(
  files: readonly SourceFile[],
  exceptions: readonly string[],
): readonly Violation[] {
  const dependencies = findFolderDependencies(files);
  const ordered = [...dependencies.keys()].filter((dependency) => !exceptions.includes(dependency));
  const cycles = findCycles(graphOf(ordered)).map((cycle) => describeCycle(cycle, dependencies));
  return [...cycles, ...findStale(dependencies, exceptions)];
}
