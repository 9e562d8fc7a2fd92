import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  besideOf,
  bodyOf,
  bodyPath,
  linesFile,
  nameOf,
  ownersOnly,
  readLines,
} from './cassette-folder.ts';
import type { CassetteLine, ExchangeLine } from './cassette-line.ts';

/** A cassette being written, in a separate folder: an unfinished recording is never replayed. */
export class CassetteDraft {
  readonly folder: string;

  /** @throws Error if the folder exists */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(dirname(folder), { recursive: true, ...ownersOnly.folder });
    mkdirSync(folder, ownersOnly.folder);
    mkdirSync(join(folder, 'bodies'), ownersOnly.folder);
  }

  line(line: CassetteLine): void {
    appendFileSync(join(this.folder, linesFile), `${JSON.stringify(line)}\n`, ownersOnly.file);
  }

  /** Stores a body and returns its file name. */
  body(bytes: Uint8Array): string {
    const name = nameOf(bytes);
    writeFileSync(bodyPath(this.folder, name), bytes, ownersOnly.file);
    return name;
  }
}

/**
 * Begins the recording of a cassette.
 *
 * @throws Error if the folder contains anything but a cassette, which a recording would remove, or while another
 *   recording writes there
 */
export function beginRecording(folder: string): CassetteDraft {
  const others = existsSync(folder)
    ? readdirSync(folder).filter((name) => name !== linesFile && name !== 'bodies')
    : [];
  if (others.length > 0)
    throw new Error(`${folder} has ${others[0]} in it: use a folder only for the cassette`);
  const draft = besideOf(folder, 'unfinished');
  try {
    return new CassetteDraft(draft);
  } catch (error) {
    if (!existsSync(draft)) throw error;
    const how = `remove that folder, or finish it with filmgate-mock redact ${folder}`;
    throw new Error(`${draft} is being recorded, or was left unfinished: ${how}`, { cause: error });
  }
}

/**
 * Writes a copy of a cassette with changed texts, and each body under its own digest.
 *
 * @param change - new text of a path, a header, or the bytes of a body as Latin-1
 * @returns the folder of the new cassette
 * @throws Error with the unreadable line
 */
export function rewriteCassette(
  from: string,
  folder: string,
  change: (text: string) => string,
): string {
  const target = besideOf(folder, 'redacted');
  rmSync(target, { recursive: true, force: true });
  const draft = new CassetteDraft(target);
  for (const read of readLines(from)) {
    const changed = (name: string) =>
      draft.body(Buffer.from(change(bodyOf(from, name, read).toString('latin1')), 'latin1'));
    const { line } = read;
    draft.line(line.kind === 'exchange' ? withTexts(line, change, changed) : line);
  }
  return target;
}

function withTexts(
  { request, response, ...line }: ExchangeLine,
  change: (text: string) => string,
  changed: (name: string) => string,
): ExchangeLine {
  const { body } = response;
  const headers = Object.entries(response.headers).map(
    ([name, text]) => [name, change(text)] as const,
  );
  return {
    ...line,
    request: {
      ...request,
      path: change(request.path),
      body: request.body === null ? null : changed(request.body),
    },
    response: {
      ...response,
      headers: Object.fromEntries(headers),
      body: 'file' in body ? { file: changed(body.file) } : body,
    },
  };
}
