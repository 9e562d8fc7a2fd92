/** Maximum parts of a form: more than there are fields. */
const mostParts = 64;

/** Maximum size of a part's headers, in bytes. */
const longestHeaders = 16 * 1024;

export interface FormPart {
  readonly name: string;
  /** Null for a text field. */
  readonly fileName: string | null;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The boundary in a `content-type`; undefined if it is no form. */
export function boundaryOf(contentType: string): string | undefined {
  const [, boundary] =
    /^multipart\/form-data\b.*\bboundary="?([\w'()+,./:=?-]{1,70})"?/i.exec(contentType) ?? [];
  return boundary;
}

/** The parts of a form; undefined for any other body. */
export function readForm(body: Buffer, contentType: string): readonly FormPart[] | undefined {
  const boundary = boundaryOf(contentType);
  return boundary === undefined ? undefined : readFormParts(body, boundary);
}

/** The parts of a form (RFC 7578), as views of its bytes. Undefined if malformed, or with too many parts. */
export function readFormParts(form: Buffer, boundary: string): readonly FormPart[] | undefined {
  const line = `--${boundary}`;
  if (!form.subarray(0, line.length).equals(Buffer.from(line))) return undefined;
  const parts: FormPart[] = [];
  for (let at = line.length; ; ) {
    if (form.toString('latin1', at, at + 2) === '--') return parts;
    const end = form.indexOf(`\r\n${line}`, at);
    const part = end === -1 ? undefined : partOf(form.subarray(at, end));
    if (part === undefined || parts.length === mostParts) return undefined;
    parts.push(part);
    at = end + 2 + line.length;
  }
}

/** `bytes` begin at the end of the boundary's line. */
function partOf(bytes: Buffer): FormPart | undefined {
  const head = bytes.subarray(0, longestHeaders).indexOf('\r\n\r\n');
  if (head === -1 || !bytes.subarray(0, 2).equals(Buffer.from('\r\n'))) return undefined;
  const headers = bytes.toString('utf8', 2, head);
  const [, disposition = ''] = /^content-disposition: *form-data;(.*)$/im.exec(headers) ?? [];
  const [, name] = /(?:^|[; ])name="([^"]*)"/i.exec(disposition) ?? [];
  const [, fileName = null] = /(?:^|[; ])filename="([^"]*)"/i.exec(disposition) ?? [];
  const [, contentType = 'text/plain'] = /^content-type: *([^\r\n]*)/im.exec(headers) ?? [];
  return name === undefined
    ? undefined
    : { name, fileName, contentType, bytes: bytes.subarray(head + 4) };
}
