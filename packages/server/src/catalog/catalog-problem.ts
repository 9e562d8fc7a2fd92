/** A problem of a catalog file, with its position. */
export interface CatalogProblem {
  /** Counted from 1; a line ends with LF, CR LF or CR. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units, as editors count. */
  readonly column: number;
  /** Path in the value, for example `families[2].audio`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Maximum number of problems listed; further ones are counted: after fixing these, an operator checks again anyway. */
const mostShown = 20;

function inWords(file: string, { line, column, path, message }: CatalogProblem): string {
  const position = `${file}:${line}:${column}`;
  return path === '' ? `${position} ${message}` : `${position} ${path}: ${message}`;
}

/** Formats the problems as lines for the operator, each beginning with `file:line:column`. */
export function printCatalogProblems(file: string, problems: readonly CatalogProblem[]): string {
  const shown = problems.slice(0, mostShown).map((problem) => inWords(file, problem));
  const left = problems.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

/** Formats a path as programs write it: `families[0].creditsPerSecond["720p"]`. */
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
