import { importsOf, relativeTarget } from './imports.ts';
import type { SourceFile, Violation } from './source-file.ts';

/** Successors of each node. */
export type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(files: readonly SourceFile[]): Graph {
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map(relativeTarget);
      return [file.path, targets.filter((target) => target !== undefined)];
    }),
  );
}

/** A path from a file back to itself, or nothing. `settled` are files already known to be in no cycle. */
function findCycleFrom(
  start: string,
  graph: Graph,
  settled: Set<string>,
): readonly string[] | undefined {
  const trail: string[] = [];
  const visit = (path: string): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (settled.has(path)) return undefined;
    trail.push(path);
    for (const target of graph.get(path) ?? []) {
      const cycle = visit(target);
      if (cycle !== undefined) return cycle;
    }
    trail.pop();
    settled.add(path);
    return undefined;
  };
  return visit(start);
}

/** Cycles of a graph, each from a node back to that node: at least one if the graph has any. */
export function findCycles(graph: Graph): readonly (readonly string[])[] {
  const settled = new Set<string>();
  const cycles = new Map<string, readonly string[]>();
  for (const node of graph.keys()) {
    const cycle = findCycleFrom(node, graph, settled);
    const members = [...new Set(cycle)].toSorted().join();
    if (cycle !== undefined && !cycles.has(members)) cycles.set(members, cycle);
  }
  return [...cycles.values()];
}

/** Files that import each other in a circle, types included; each circle once. */
export function findImportCycles(files: readonly SourceFile[]): readonly Violation[] {
  return findCycles(graphOf(files)).map((cycle) => ({
    path: cycle.toSorted()[0] ?? '',
    problem: `circle: ${cycle.join(' → ')}`,
  }));
}
