/** One thing wrong with a catalog file, and where. */
export interface CatalogProblem {
  /** From 1; a line ends with LF, CR LF or CR. */
  readonly line: number;
  /** From 1, in UTF-16 code units, as editors count. */
  readonly column: number;
  /** Where in the value, `families[2].audio` for example; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Problems beyond this are counted, not shown: an operator who fixes the first ones starts again anyway. */
const mostShown = 20;

function inWords(file: string, { line, column, path, message }: CatalogProblem): string {
  const position = `${file}:${line}:${column}`;
  return path === '' ? `${position} ${message}` : `${position} ${path}: ${message}`;
}

/** The problems as lines for the operator, each beginning with `file:line:column`. */
export function printCatalogProblems(file: string, problems: readonly CatalogProblem[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => inWords(file, problem));
  const left = problems.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

/** A path as it is written in programs: `families[0].creditsPerSecond["720p"]`. */
export function printPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = String(part);
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}
