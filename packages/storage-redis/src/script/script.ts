import { createHash } from 'node:crypto';
import { frameChange, frameRead } from './lua-frame.ts';
import type { ScriptSource } from './script-source.ts';

/** A script as Redis knows it. */
export interface Script {
  readonly name: string;
  readonly kind: 'change' | 'read';
  readonly text: string;
  /** SHA-1 of the text in hex: its name in Redis' script cache. */
  readonly sha: string;
}

/** Frames a script and names it. */
export function defineScript(source: ScriptSource): Script {
  const { name, kind } = source;
  const text = kind === 'change' ? frameChange(source) : frameRead(source);
  return Object.freeze({ name, kind, text, sha: createHash('sha1').update(text).digest('hex') });
}
