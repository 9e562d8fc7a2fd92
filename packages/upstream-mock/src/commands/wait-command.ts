import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { secondsFrom } from './number-options.ts';

/** Interval between two attempts, in ms. */
const pauseMs = 100;

/** Returns true if a mock responds at this origin before the signal ends the wait. */
async function responses(origin: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${origin}/_mock/healthz`, { signal, redirect: 'error' });
      await response.body?.cancel();
      if (response.ok) return true;
    } catch {
      // No mock yet, or the wait is over.
    }
    await sleep(pauseMs);
  }
  return false;
}

/** `filmgate-mock wait` [commands.mock-wait]. */
export function waitCommand(): Command {
  const command = new Command('wait').description(
    'wait until a mock responds; exits with 1 on timeout',
  );
  return command
    .argument('<url>', 'address of the mock')
    .option('--timeout <seconds>', 'maximum time to wait', secondsFrom, 30)
    .action(async (text: string, { timeout }: { readonly timeout: number }) => {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol))
        command.error('filmgate-mock: the address of a mock must be like http://127.0.0.1:8789');
      else if (!(await responses(url.origin, AbortSignal.timeout(timeout * 1_000))))
        command.error(`filmgate-mock: no mock responded at ${url.origin} within ${timeout} s`);
    });
}
