import { resolve } from 'node:path';
import { stdout } from 'node:process';
import { weightRemarks, weightTable } from './weight.ts';

/** Prints the lines of source of each package beside its budget: `npm run lines`. */

const root = resolve(import.meta.dirname, '../..');
stdout.write([...weightTable(root), '', ...weightRemarks(root), ''].join('\n'));
