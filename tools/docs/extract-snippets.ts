/** A fenced block of a Markdown document. */
export interface Snippet {
  /** Path of the document below the project. */
  readonly document: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence; empty when there is none. */
  readonly language: string;
  /** Name given by `test=…` after the language: the test that runs the block reads it under this name. */
  readonly test: string | undefined;
  /** Content between the fences, without the indentation of the opening one. */
  readonly text: string;
}

/** An opening or closing fence (CommonMark 0.31 §4.5), inside lists too. */
const FENCE = /^(?<indent>[ \t]*)(?<fence>`{3,}|~{3,})(?<info>[^`]*)$/;

interface OpenBlock {
  readonly indent: number;
  readonly fence: string;
  readonly info: string;
  readonly line: number;
  readonly content: string[];
}

function openBlock(text: string, line: number): OpenBlock | undefined {
  const groups = FENCE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { indent = '', fence = '', info = '' } = groups;
  return { indent: indent.length, fence, info: info.trim(), line, content: [] };
}

function isClosedBy(block: OpenBlock, text: string): boolean {
  const trimmed = text.trim();
  return (
    trimmed.startsWith(block.fence) && trimmed === block.fence.charAt(0).repeat(trimmed.length)
  );
}

function toSnippet(document: string, { info, line, content }: OpenBlock): Snippet {
  const [language = '', ...attributes] = info.split(/\s+/);
  const test = attributes.find((attribute) => attribute.startsWith('test='))?.slice('test='.length);
  return { document, line, language, test, text: content.join('\n') };
}

function withoutIndent(text: string, indent: number): string {
  const leading = text.length - text.trimStart().length;
  return text.slice(Math.min(indent, leading));
}

/** All fenced blocks of a document in their order; an unclosed block extends to the end. */
export function extractSnippets(document: string, markdown: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  const lines = markdown.split(/\r?\n/);
  let open: OpenBlock | undefined;
  for (const [index, text] of lines.entries()) {
    if (open === undefined) {
      open = openBlock(text, index + 1);
    } else if (isClosedBy(open, text)) {
      snippets.push(toSnippet(document, open));
      open = undefined;
    } else {
      open.content.push(withoutIndent(text, open.indent));
    }
  }
  return open === undefined ? snippets : [...snippets, toSnippet(document, open)];
}
