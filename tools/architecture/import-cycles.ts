import { importsOf, relativeTarget } from './imports.ts';
import type { SourceFile, Violation } from './source-file.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(files: readonly SourceFile[]): Graph {
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map(relativeTarget);
      return [file.path, targets.filter((target) => target !== undefined)];
    }),
  );
}

/** A way from a file back to itself, or nothing. `settled` are files already known to be in no cycle. */
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

/** Files that import each other in a circle, types included; each circle once. */
export function findImportCycles(files: readonly SourceFile[]): readonly Violation[] {
  const graph = graphOf(files);
  const settled = new Set<string>();
  const circles = new Map<string, Violation>();
  for (const { path } of files) {
    const cycle = findCycleFrom(path, graph, settled);
    if (cycle === undefined) continue;
    const members = [...new Set(cycle)].toSorted();
    const problem = `circle: ${cycle.join(' → ')}`;
    circles.set(members.join(), { path: members[0] ?? path, problem });
  }
  return [...circles.values()];
}
