import ts from 'typescript';
import { commentsOf } from './comments.ts';
import { type SourceFile, type Violation, visitNodes } from './source-file.ts';

/** Standards that a reader can look up by name. A section sign stands beside one of them or nowhere. */
const STANDARD =
  /\b(?:RFC \d|ISO\/IEC|ISOBMFF|W3C|WHATWG|FIPS|NIST|OWASP|CommonMark|id3\.org|ECMA)/;
const SECTION = /§\s?\d/;
/** Folders of papers that are not part of the project. */
const PAPER = /\b(?:notes|spec|shared)\/[\w-]+\.md\b|\bspecification's table\b/;
/** Documents of the repository, which a package on npm does not carry. */
const UNSHIPPED = /(?<![\w./])docs\/[a-z]|\b(?:ARCHITECTURE|CONTRIBUTING|SECURITY)\b/;
/** An id of the contract, in square brackets. */
const CITED_ID = /\[([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)\]/g;

function problemOfText(text: string): string | undefined {
  if (SECTION.test(text) && !STANDARD.test(text)) return 'cites a section of an unknown paper';
  return PAPER.test(text) ? 'cites a paper outside the repository' : undefined;
}

function problemOfShippedComment(path: string, comment: string): string | undefined {
  const isShipped = /^packages\/[^/]+\/src\//.test(path) && !/\.test\.tsx?$/.test(path);
  return isShipped && UNSHIPPED.test(comment)
    ? 'a package carries no documents: cite an id'
    : undefined;
}

function problemOfIds(
  comment: string,
  { ids, areas }: { readonly ids: ReadonlySet<string>; readonly areas: ReadonlySet<string> },
): string | undefined {
  const unknown = [...comment.matchAll(CITED_ID)]
    .map(([, id = '']) => id)
    .find((id) => areas.has(areaOf(id)) && !ids.has(id));
  return unknown === undefined ? undefined : `cites ${unknown}, which the contract does not have`;
}

const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));

function textsOf(file: SourceFile): readonly string[] {
  const texts: string[] = [];
  visitNodes(file, (node) => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
  });
  return texts;
}

/** Comments and texts that cite a paper no reader of the repository has, or an id that is not promised. */
export function findForeignCitations(
  files: readonly SourceFile[],
  ids: ReadonlySet<string>,
): readonly Violation[] {
  const promised = { ids, areas: new Set([...ids].map(areaOf)) };
  return files.flatMap((file) => {
    const comments = commentsOf(file);
    const problems = [
      ...[...comments, ...textsOf(file)].map(problemOfText),
      ...comments.map((comment) => problemOfShippedComment(file.path, comment)),
      ...comments.map((comment) => problemOfIds(comment, promised)),
    ];
    return problems.flatMap((problem) =>
      problem === undefined ? [] : [{ path: file.path, problem }],
    );
  });
}

/** Lines of a document that cite a paper no reader of the repository has. */
export function findForeignCitationsOfDocument(path: string, text: string): readonly Violation[] {
  return text.split('\n').flatMap((line) => {
    const problem = problemOfText(line);
    return problem === undefined ? [] : [{ path, problem }];
  });
}
