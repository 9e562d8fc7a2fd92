#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts';

await runCommand(process.argv);
