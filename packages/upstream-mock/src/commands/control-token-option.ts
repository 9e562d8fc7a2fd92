import { readFileSync } from 'node:fs';
import { tokenProblem } from '../input/control-token.ts';

/** A token as an option would be seen by every user of the machine, so only its file is one. */
export interface ControlTokenOptions {
  readonly controlTokenFile?: string;
}

/** Flags and meaning of the option, for the server and its clients. */
export const controlTokenOption = [
  '--control-token-file <file>',
  'file with the token of the /_mock/… routes; default: the variable FILMGATE_MOCK_CONTROL_TOKEN',
] as const;

/**
 * Reads the control token of the file, else of the variable; undefined without one, also for an empty variable: Compose
 * passes on an unset one as empty.
 *
 * @throws Error if the file cannot be read or contains no token
 */
export function readControlToken({ controlTokenFile: file }: ControlTokenOptions) {
  const given = process.env['FILMGATE_MOCK_CONTROL_TOKEN'] ?? '';
  if (file === undefined) return given === '' ? undefined : given;
  const token = readFileSync(file, 'utf8').trim();
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  return token;
}
