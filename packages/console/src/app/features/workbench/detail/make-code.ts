import type { WorkbenchRequest } from '../../../api/responses.ts';
import { imageNames } from '../image-names.ts';

/** Programs that make the same video by the programmatic API. */
export interface Code {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

/**
 * Images are read from files, which stand beside the program under the names the details show.
 *
 * @param base - of the server, without a slash at its end
 */
export function makeCode(request: WorkbenchRequest, base: string): Code {
  const body = bodyOf(request);
  const url = `${base}/v1/chat/completions`;
  const hasImages = request.reference_images.length > 0;
  return {
    curl: curlOf(spellCode(body), url),
    javascript: [
      ...(hasImages ? javascriptImages : []),
      `const answer = await fetch('${url}', {`,
      `  method: 'POST',`,
      `  headers: {`,
      `    'authorization': \`Bearer \${process.env.FILMGATE_SERVICE_KEY}\`,`,
      `    'content-type': 'application/json',`,
      `  },`,
      `  body: JSON.stringify(${joined(spellCode(body, { indent: 2 }), inJavascript)}),`,
      `});`,
      `const { video_url } = await answer.json();`,
    ].join('\n'),
    python: [
      `import ${hasImages ? 'base64, os, requests' : 'os, requests'}`,
      ``,
      ...(hasImages ? pythonImages : []),
      `answer = requests.post(`,
      `    "${url}",`,
      `    headers={"Authorization": f"Bearer {os.environ['FILMGATE_SERVICE_KEY']}"},`,
      `    json=${joined(spellCode(body, { indent: 4, yes: 'True', no: 'False' }), inPython)},`,
      `    timeout=1800,`,
      `)`,
      `video_url = answer.json()["video_url"]`,
    ].join('\n'),
  };
}

function bodyOf(request: WorkbenchRequest): CodeValue {
  const { model, prompt, negative_prompt, generate_audio, reference_images: images } = request;
  const names = imageNames(images);
  const parts = images.map(({ role, content_type: contentType }, index) => ({
    type: 'image_url',
    image_url: { url: { kind: 'image-file', name: names[index] ?? '', contentType }, role },
  })) satisfies readonly CodeValue[];
  const content = images.length === 0 ? prompt : [{ type: 'text', text: prompt }, ...parts];
  return {
    model,
    messages: [{ role: 'user', content }],
    ...(negative_prompt !== null && { negative_prompt }),
    ...(generate_audio && { generate_audio }),
  };
}

const javascriptImages = [
  `import { readFile } from 'node:fs/promises';`,
  ``,
  `const dataUrl = async (file, type) =>`,
  `  \`data:\${type};base64,\${(await readFile(file)).toString('base64')}\`;`,
  ``,
] as const;
const inJavascript = ({ name, contentType }: ImageFile): string =>
  `await dataUrl('${name}', '${contentType}')`;

const pythonImages = [
  `def data_url(file, type):`,
  `    with open(file, "rb") as image:`,
  `        return f"data:{type};base64,{base64.b64encode(image.read()).decode()}"`,
  ``,
] as const;
const inPython = ({ name, contentType }: ImageFile): string =>
  `data_url("${name}", "${contentType}")`;

function joined(pieces: readonly CodePiece[], spell: (file: ImageFile) => string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : spell(piece))).join('');
}

/** Within single quotes a single quote cannot be escaped, only stepped out for. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What does not fit into an argument goes in by the standard input. */
function curlOf(pieces: readonly CodePiece[], url: string): string {
  const asked = [
    `curl -s --max-time 1800 ${url} \\`,
    `  -H "Authorization: Bearer $FILMGATE_SERVICE_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
  ];
  if (pieces.every((piece) => typeof piece === 'string'))
    return [...asked, `  -d ${quoted(pieces.join(''))}`].join('\n');
  const printed = pieces.map((piece) =>
    typeof piece === 'string'
      ? `  printf %s ${quoted(piece)}`
      : `  printf '"data:${piece.contentType};base64,'; base64 < ${piece.name} | tr -d '\\n'; printf '"'`,
  );
  return ['{', ...printed, `} | ${asked.join('\n')}`, `  --data-binary @-`].join('\n');
}

/** Stands for the contents of a file, as a data URL. */
interface ImageFile {
  readonly kind: 'image-file';
  readonly name: string;
  readonly contentType: string;
}

/** What a program sends. */
type CodeValue =
  | string
  | boolean
  | ImageFile
  | readonly CodeValue[]
  | { readonly [name: string]: CodeValue };

/** Text of a program, or an image that each language reads in its own way. */
type CodePiece = string | ImageFile;

interface CodeStyle {
  /** By how many spaces every line but the first is moved in. */
  readonly indent?: number;
  readonly yes?: string;
  readonly no?: string;
}

/** Spells a value as JSON, or in a language that differs from it in little; strings are alike in all of them. */
function spellCode(value: CodeValue, style: CodeStyle = {}): readonly CodePiece[] {
  const { indent = 0, yes = 'true', no = 'false' } = style;
  if (typeof value === 'string') return [JSON.stringify(value)];
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

/** Neighbouring texts as one. */
function merged(pieces: readonly CodePiece[]): readonly CodePiece[] {
  return pieces.reduce<readonly CodePiece[]>((before, piece) => {
    const last = before.at(-1);
    return typeof last === 'string' && typeof piece === 'string'
      ? [...before.slice(0, -1), last + piece]
      : [...before, piece];
  }, []);
}
