/** Placeholder for the contents of a file, as a data URL. */
export interface ImageFile {
  readonly kind: 'image-file';
  readonly name: string;
  readonly contentType: string;
}

/** A value in an example program. */
export type CodeValue =
  | string
  | number
  | boolean
  | ImageFile
  | readonly CodeValue[]
  | { readonly [name: string]: CodeValue };

/** Program text, or an image that each language reads in its own way. */
export type CodePiece = string | ImageFile;

export interface CodeStyle {
  /** Spaces before every line except the first. */
  readonly indent?: number;
  readonly yes?: string;
  readonly no?: string;
}

/** Formats a value as JSON or in a language with similar literals; strings are the same in all of them. */
export function spellCode(value: CodeValue, style: CodeStyle = {}): readonly CodePiece[] {
  const { indent = 0, yes = 'true', no = 'false' } = style;
  if (typeof value === 'string') return [JSON.stringify(value)];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'boolean') return [value ? yes : no];
  if (isImageFile(value)) return [value];
  const inner = { ...style, indent: indent + 2 };
  const entries: readonly (readonly CodePiece[])[] = isList(value)
    ? value.map((one) => spellCode(one, inner))
    : Object.entries(value).map(([name, one]) => [
        `${JSON.stringify(name)}: `,
        ...spellCode(one, inner),
      ]);
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  const line = `\n${' '.repeat(indent)}`;
  return merged([
    open,
    ...entries.flatMap((entry, index) => [`${index === 0 ? '' : ','}${line}  `, ...entry]),
    `${line}${close}`,
  ]);
}

const isList = (value: object): value is readonly CodeValue[] => Array.isArray(value);

const isImageFile = (value: object): value is ImageFile =>
  'kind' in value && value.kind === 'image-file';

/** Joins adjacent texts. */
function merged(pieces: readonly CodePiece[]): readonly CodePiece[] {
  return pieces.reduce<readonly CodePiece[]>((before, piece) => {
    const last = before.at(-1);
    return typeof last === 'string' && typeof piece === 'string'
      ? [...before.slice(0, -1), last + piece]
      : [...before, piece];
  }, []);
}
