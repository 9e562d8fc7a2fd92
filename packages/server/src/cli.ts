#!/usr/bin/env node
import { Command } from 'commander';
import type { RunningGateway } from './compose.ts';
import { readSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/settings-schema.ts';

/** Exit codes of `filmgate generate`, documented in docs/commands.md. */
const exitCodes = { refused: 2, 'not-delivered': 3 } as const;

function settingsOrExit(): Settings {
  const result = readSettings(process.env);
  if (result.kind === 'read') return result.settings;
  process.stderr.write(`filmgate cannot start:\n${result.problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(1);
}

async function run(make: (settings: Settings) => Promise<RunningGateway>): Promise<void> {
  const settings = settingsOrExit();
  const { stopOnSignals } = await import('./commands/stop-on-signals.ts');
  try {
    const running = await make(settings);
    stopOnSignals({
      source: process,
      monotonicMs: () => performance.now(),
      stop: running.stop,
      exit: (code) => process.exit(code),
    });
  } catch (error) {
    process.stderr.write(`filmgate cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const program = new Command('filmgate').description('One dependable API in front of paid video and image generators.');

program
  .command('serve')
  .description('run the gateway from the environment alone')
  .action(async () => {
    const { serve } = await import('./commands/serve.ts');
    await run((settings) => serve(settings, process.stdout));
  });

program
  .command('start')
  .description('run the gateway with demo accounts and print how to use it')
  .action(async () => {
    const { start } = await import('./commands/serve.ts');
    await run((settings) => start(settings, process.stdout));
  });

program
  .command('generate <prompt>')
  .description('make one video or image without a server')
  .requiredOption('-o, --output <file>', 'file to write')
  .option('-m, --model <id>', 'full model id')
  .action(async (prompt: string, options: { output: string; model?: string }) => {
    const { defaultModel, generate } = await import('./commands/generate.ts');
    const { createProgressDisplay } = await import('./commands/progress-display.ts');
    const result = await generate({
      prompt,
      model: options.model ?? defaultModel,
      outputFile: options.output,
      settings: settingsOrExit(),
      display: createProgressDisplay(process.stderr),
    });
    if (result.kind === 'written') {
      process.stdout.write(`${options.output}\n`);
      return;
    }
    process.stderr.write(`filmgate generate: ${result.message}\n`);
    process.exitCode = exitCodes[result.kind];
  });

await program.parseAsync();
