import { Command } from 'commander';
import type { Outcome } from '../verdict/exceptions.ts';
import {
  type ControlTokenOptions,
  controlTokenOption,
  readControlToken,
} from './control-token-option.ts';

const exitCodes: { readonly [outcome in Outcome]: number } = { clean: 0, found: 1, undecided: 3 };

interface VerdictOptions extends ControlTokenOptions {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly jobs?: string;
  readonly singleTest?: boolean;
  readonly strict?: boolean;
  readonly ignore?: readonly string[];
  readonly expect?: readonly string[];
  readonly by?: readonly string[];
}

/** `filmgate-mock verdict` [mock.verdict.command]. The mock validates the values of its options. */
export function verdictCommand(): Command {
  const command = new Command('verdict').description(
    'print the verdict on the clients of a running mock; exits with 0 for clean, 1 for found, 3 for undecided, 2 if there is no verdict',
  );
  return command
    .argument('<url>', 'address of the mock, or of one space: http://127.0.0.1:8789/s/suite-1')
    .option('--all', 'the verdicts of all spaces; the worst decides')
    .option('--json', 'print the JSON of the mock')
    .option('--jobs <number>', 'number of jobs wanted: more are paid twice, fewer are missing')
    .option('--single-test', 'the space belongs to one test: what follows a lost response counts')
    .option('--strict', 'warnings count like errors')
    .option('--ignore <codes...>', 'codes that do not count')
    .option('--expect <codes...>', 'codes that must be found: paid-twice, or paid-twice:2')
    .option('--by <causes...>', 'causes whose findings count: client, provider, wire, test')
    .option(...controlTokenOption)
    .action(async (mock: string, options: VerdictOptions) => {
      const { all = false, json = false } = options;
      const { askVerdict } = await import('../verdict/ask-verdict.ts');
      const token = readControlToken(options) ?? '';
      const query = queryOf(options);
      const { outcome, text } = await askVerdict({ mock, all, query, token, json });
      process.stdout.write(json ? `${text}\n` : text);
      process.exitCode = exitCodes[outcome];
    });
}

function queryOf({ jobs, singleTest, strict, ignore, expect, by }: VerdictOptions) {
  return {
    ...(jobs !== undefined && { jobs }),
    ...(singleTest === true && { single_test: 'true' }),
    ...(strict === true && { strict: 'true' }),
    ...(ignore !== undefined && { ignore: ignore.join(',') }),
    ...(expect !== undefined && { expect: expect.join(',') }),
    ...(by !== undefined && { by: by.join(',') }),
  };
}
