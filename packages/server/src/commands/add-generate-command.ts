import type { Command } from 'commander';
import type { ReadSettings } from '../settings/read-settings.ts';

/** Parts of the program that the command uses. */
interface Program {
  /** Ends the program when the settings cannot be read. */
  readonly settings: () => ReadSettings;
  /** Ends the program with a sentence on standard error. */
  readonly leave: (sentence: string) => never;
}

interface GenerateOptions {
  readonly output: string;
  readonly model?: string;
  readonly new?: boolean;
}

const exitCodes = { refused: 2, 'not-delivered': 3, unresolved: 4, interrupted: 130 } as const;

/** Adds `filmgate generate`. */
export function addGenerateCommand(program: Command, parts: Program): void {
  program
    .command('generate <prompt>')
    .description('generate one video or image without a server')
    .requiredOption('-o, --output <file>', 'output file')
    .option('-m, --model <id>', 'full model ID')
    .option(
      '--new',
      'order (and pay for) another result although an earlier job has an unknown outcome',
    )
    .showHelpAfterError()
    .action((prompt: string, options: GenerateOptions) => run(prompt, options, parts));
}

async function run(
  prompt: string,
  { output, model, new: isNew = false }: GenerateOptions,
  { settings: read, leave }: Program,
): Promise<void> {
  const { generate } = await import('./generate.ts');
  const { createProgressDisplay } = await import('./progress-display.ts');
  const { interruptions } = await import('./signals.ts');
  const { settings, endpointKeys } = read();
  try {
    const result = await generate({
      prompt,
      model,
      outputFile: output,
      isNew,
      settings,
      endpointKeys,
      display: createProgressDisplay(process.stderr),
      interrupted: interruptions(process, (code) => process.exit(code)),
    });
    if (result.kind === 'written') {
      process.stdout.write(`${output}\n`);
      return;
    }
    process.stderr.write(`filmgate generate: ${result.message}\n`);
    process.exitCode = exitCodes[result.kind];
  } catch (error) {
    leave(`filmgate generate: ${error instanceof Error ? error.message : String(error)}`);
  }
}
