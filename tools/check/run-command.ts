import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives what the command writes to descriptor 3, where a reporter can speak to us beside its output. */
  readonly onProgress?: (text: string) => void;
}

export interface CommandEnd {
  readonly succeeded: boolean;
  /** Both output streams, in the order they arrived. */
  readonly output: string;
}

/** Runs a command to its end. It is stopped with us: a check must not outlive `npm test`. */
export function runCommand(
  [file, ...args]: readonly [string, ...string[]],
  { cwd, env = process.env, onProgress }: CommandOptions,
): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const output: string[] = [];
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const stop = () => child.kill();
    process.once('exit', stop);
    const keep = (text: string) => output.push(text);
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.stdio[3]?.on('data', (chunk: Buffer) => onProgress?.(chunk.toString('utf8')));
    child.on('error', (error) => output.push(`cannot start ${file}: ${error.message}\n`));
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      if (signal !== null) output.push(`${file} was ended by ${signal}\n`);
      resolve({ succeeded: code === 0, output: output.join('') });
    });
  });
}
