import { type Command, InvalidArgumentError, Option } from 'commander';

interface Named {
  readonly upstream: readonly (readonly [name: string, url: URL])[];
}

function upstreamFrom(text: string, others: Named['upstream'] = []): Named['upstream'] {
  const [, name = '', address = ''] = /^([\w-]{1,64})=(.+)$/.exec(text) ?? [];
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('must be NAME=URL, such as openai=https://api.openai.com');
  return [...others, [name, url]];
}

interface ReplayCommand {
  readonly cassette: string;
  readonly cassetteMode: 'lockdown' | 'once';
  readonly port: number;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Resolves at the first signal that ends a process. */
function untilTold(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
}

/** Ends with this code when something cannot be done at all. */
const impossible = 2;

/** The commands about cassettes and fixtures; what they do is loaded when they are called. */
export function addCassetteCommands(
  program: Command,
  {
    portFrom,
    serve,
  }: { portFrom(text: string): number; serve(options: ReplayCommand): Promise<void> },
): void {
  const run = async (act: () => Promise<number | undefined>): Promise<void> => {
    try {
      const code = await act();
      if (code !== undefined) process.exitCode = code;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      program.error(`filmgate-mock: ${message}`, { exitCode: impossible });
    }
  };

  program
    .command('record')
    .description('pass calls on to providers, and write what they say as a cassette until a signal')
    .requiredOption('--upstream <name=url>', 'a provider; may be repeated', upstreamFrom)
    .requiredOption('--to <folder>', 'where the cassette will lie')
    .option('--port <number>', 'port; 0 = any free one', portFrom, 8789)
    .addOption(
      new Option('--mode <mode>', 'all: record everything anew; new: replay, and add what lacks')
        .choices(['all', 'new'])
        .default('all'),
    )
    .action((given: Named & { to: string; port: number; mode: 'all' | 'new' }) =>
      run(async () => {
        const { record } = await import('./record-command.ts');
        return await record(given, { told: untilTold(), print });
      }),
    );

  program
    .command('replay')
    .description('answer as a cassette has it, by time and without any provider')
    .argument('<cassette>', 'folder of the cassette')
    .option('--port <number>', 'port; 0 = any free one', portFrom, 8789)
    .addOption(
      new Option(
        '--mode <mode>',
        'lockdown: submissions may be repeated; once: as often as recorded',
      )
        .choices(['lockdown', 'once'])
        .default('lockdown'),
    )
    .action((cassette: string, { port, mode }: { port: number; mode: 'lockdown' | 'once' }) =>
      run(async () => {
        await serve({ cassette, cassetteMode: mode, port });
        return undefined;
      }),
    );

  program
    .command('check')
    .description(
      'compare a provider with what it was seen to answer; reads its key from FILMGATE_CHECK_KEY; ends with 1 for drift',
    )
    .requiredOption('--upstream <name=url>', 'the provider', upstreamFrom)
    .option('--allow-paid', 'ask for a video, too', false)
    .action(({ upstream, allowPaid }: Named & { allowPaid: boolean }) =>
      run(async () => {
        const [one, other] = upstream;
        if (one === undefined || other !== undefined) throw new Error('check takes one --upstream');
        const { check } = await import('./check-command.ts');
        const key = process.env['FILMGATE_CHECK_KEY'];
        return await check({ upstream: one, key, allowPaid }, print);
      }),
    );
}
