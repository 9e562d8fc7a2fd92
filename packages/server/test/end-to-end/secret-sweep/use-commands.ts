import { runFilmgate } from '../command.ts';
import { admin } from '../gateway-world.ts';
import type { SweptGateway } from './swept-gateway.ts';

/** Runs the commands that read a store, beside the gateway or after its end. */
export async function useCommands(
  { env, listener, dataDir, world }: SweptGateway,
  jobs: readonly string[],
  isRunning: boolean,
): Promise<void> {
  const at = isRunning ? ['--url', world.running.localUrl] : [];
  const options = {
    cwd: dataDir,
    env: { ...env, FILMGATE_ADMIN_PASSWORD: admin.password, FILMGATE_LOG_LEVEL: 'trace' },
  };
  const shown = jobs.map((id) => ['jobs', 'show', id, '--json', ...at]);
  const others = [
    ['jobs', 'list', '--json', ...at],
    ['config', 'print'],
    ['providers', 'check', 'behind-proxy'],
  ];
  // Two stores do not open at once.
  for (const args of [...shown, ...(isRunning ? others : [])]) {
    const { stdout, stderr } = await runFilmgate(args, options);
    listener.hear(`output of filmgate ${args.slice(0, 2).join(' ')}`, stdout + stderr);
  }
}
