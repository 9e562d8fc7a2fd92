import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { besideOf, bodyOf, bodyPath, linesFile, nameOf, readLines } from './cassette-folder.ts';
import { bodiesOf, type ExchangeLine } from './cassette-line.ts';

/** A recorded exchange; `number`: its place among the exchanges of the cassette, from 1. */
export interface Exchange extends ExchangeLine {
  readonly number: number;
}

/** A cassette read from disk. */
export interface Cassette {
  readonly upstreams: readonly string[];
  /** Patterns of the ids of jobs, by name. */
  readonly forms: ReadonlyMap<string, string>;
  readonly exchanges: readonly Exchange[];
  body(file: string): Buffer;
}

/** @throws Error with instructions if there is no cassette, with the unreadable line, or the line of an edited body */
export function readCassette(folder: string): Cassette {
  const problem = folderProblem(folder);
  if (problem !== undefined) throw new Error(problem);
  const upstreams: string[] = [];
  const forms = new Map<string, string>();
  const exchanges: Exchange[] = [];
  const checked = new Set<string>();
  for (const read of readLines(folder)) {
    const { line } = read;
    if (line.kind === 'cassette') upstreams.push(...line.upstreams);
    if (line.kind === 'job') forms.set(line.name, line.form);
    if (line.kind !== 'exchange') continue;
    for (const name of bodiesOf(line)) {
      if (checked.has(name)) continue;
      if (nameOf(bodyOf(folder, name, read)) !== name)
        read.refuse(
          `has a body that is not what was recorded, ${bodyPath(folder, name)}: if you edited it, take it in with filmgate-mock redact ${folder}`,
        );
      checked.add(name);
    }
    exchanges.push({ ...line, number: exchanges.length + 1 });
  }
  return { upstreams, forms, exchanges, body: (file) => readFileSync(bodyPath(folder, file)) };
}

/** Explains why the folder has no cassette, and how to record one. */
export function folderProblem(folder: string): string | undefined {
  if (existsSync(join(folder, linesFile))) return undefined;
  const unfinished = besideOf(folder, 'unfinished');
  if (existsSync(unfinished))
    return `there is no cassette in ${folder} yet: its recording in ${unfinished} has not ended`;
  const lacks = existsSync(folder) ? `has no ${linesFile} in it` : 'does not exist';
  return `the cassette folder ${folder} ${lacks}: record one with filmgate-mock record --upstream NAME=URL --to ${folder}`;
}
