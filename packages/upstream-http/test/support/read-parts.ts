/** A part of a form as found in the body. */
export interface ReadPart {
  readonly name: string;
  /** null for a text. */
  readonly fileName: string | null;
  readonly contentType: string | null;
  /** One character for each byte. */
  readonly bytes: string;
}

/** Reads a multipart body (RFC 7578) that contains nothing but its parts. */
export function readParts(contentType: string, body: string | Uint8Array): readonly ReadPart[] {
  const boundary = /^multipart\/form-data; boundary=(?<boundary>[\w-]{1,70})$/.exec(contentType)
    ?.groups?.['boundary'];
  if (boundary === undefined) throw new Error(`no multipart body is ${contentType}`);
  const text = Buffer.from(body).toString('latin1');
  const [before, ...pieces] = text.split(`--${boundary}`);
  const end = pieces.pop();
  if (before !== '' || end !== '--\r\n') throw new Error('the body has more than its parts');
  return pieces.map(readPart);
}

function readPart(piece: string): ReadPart {
  const parsed = /^\r\n(?<head>[\s\S]*?)\r\n\r\n(?<bytes>[\s\S]*)\r\n$/.exec(piece)?.groups;
  const head = Buffer.from(parsed?.['head'] ?? '', 'latin1').toString('utf8');
  const name = /^content-disposition: form-data; name="(?<name>[^"\r\n]*)"/.exec(head)?.groups;
  if (parsed === undefined || name === undefined) throw new Error(`no part is ${piece}`);
  return {
    name: unquoted(name['name'] ?? ''),
    fileName: fieldOf(head, /; filename="(?<value>[^"\r\n]*)"/),
    contentType: fieldOf(head, /^content-type: (?<value>.+)$/m),
    bytes: parsed['bytes'] ?? '',
  };
}

function fieldOf(head: string, pattern: RegExp): string | null {
  const value = pattern.exec(head)?.groups?.['value'];
  return value === undefined ? null : unquoted(value);
}

function unquoted(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
