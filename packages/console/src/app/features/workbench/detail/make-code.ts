import { type CodePiece, type CodeValue, type ImageFile, spellCode } from './spell-code.ts';

/** Programs that make a video through the Video Task API, only once even when run repeatedly, and wait for it. */
export interface Code {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

export interface CodeParts {
  /** Request body. */
  readonly body: CodeValue;
  /** Base URL of the Video Task API, without a trailing slash. */
  readonly base: string;
  /** Idempotency key: visible ASCII without quotes. */
  readonly key: string;
}

/** Images are read from files beside the program, under the names that the details show. */
export function makeCode({ body, base, key }: CodeParts): Code {
  const url = `${base}/v1/videos`;
  const hasImages = spellCode(body).some((piece) => typeof piece !== 'string');
  return {
    curl: curlOf(spellCode(body), { url, key }),
    javascript: [
      ...(hasImages ? javascriptImages : []),
      `const headers = {`,
      `  'authorization': \`Bearer \${process.env.FILMGATE_API_KEY}\`,`,
      `  'content-type': 'application/json',`,
      `};`,
      `const created = await fetch('${url}', {`,
      `  method: 'POST',`,
      `  headers: { ...headers, 'idempotency-key': '${key}' },`,
      `  body: JSON.stringify(${joined(spellCode(body, { indent: 2 }), inJavascript)}),`,
      `});`,
      `let task = await created.json();`,
      `while (task.status === 'in_progress') {`,
      `  await new Promise((resolve) => setTimeout(resolve, 3000));`,
      `  task = await (await fetch(\`${url}/\${task.id}\`, { headers })).json();`,
      `}`,
      `console.log(task.video_url ?? task.error);`,
    ].join('\n'),
    python: [
      `import ${hasImages ? 'base64, os, requests, time' : 'os, requests, time'}`,
      ``,
      ...(hasImages ? pythonImages : []),
      `headers = {"Authorization": f"Bearer {os.environ['FILMGATE_API_KEY']}"}`,
      `task = requests.post(`,
      `    "${url}",`,
      `    headers={**headers, "Idempotency-Key": "${key}"},`,
      `    json=${joined(spellCode(body, { indent: 4, yes: 'True', no: 'False' }), inPython)},`,
      `).json()`,
      `while task.get("status") == "in_progress":`,
      `    time.sleep(3)`,
      `    task = requests.get(f"${url}/{task['id']}", headers=headers).json()`,
      `print(task.get("video_url") or task.get("error"))`,
    ].join('\n'),
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

/** A single quote cannot be escaped inside single quotes: close, escape, reopen. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Repeating the call returns the current task. A body too large for an argument is passed on standard input. */
function curlOf(
  pieces: readonly CodePiece[],
  { url, key }: { readonly url: string; readonly key: string },
): string {
  const asked = [
    `curl -s ${url} \\`,
    `  -H "Authorization: Bearer $FILMGATE_API_KEY" \\`,
    `  -H 'Idempotency-Key: ${key}' \\`,
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
