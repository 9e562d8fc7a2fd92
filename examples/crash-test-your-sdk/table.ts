import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Client } from './client.ts';
import type { Cell, Measurement } from './measure.ts';

/** Only in a checkout of the project. */
const page = resolve(import.meta.dirname, '../../docs/mock/clients.md');
const area = /(?<=<!-- table -->\n)[^]*(?=<!-- end of the table -->)/;

/** The table as Markdown: submissions counted by the relay, jobs in the ledger, and the verdict. */
export function tableOf(measured: Measurement): string {
  const head = ['Client', ...(measured[0]?.cells ?? []).map(({ fault }) => fault)];
  const rows = measured.map(({ client, cells }) => [client, ...cells.map(textOf)]);
  return [head, head.map(() => '---'), ...rows].map(lineOf).join('\n');
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function textOf({ submissions, accepted, outcome, endless }: Cell): string {
  const more = endless ? '+' : '';
  return `${submissions}${more} / ${accepted}${more} ${outcome}`;
}

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Packages of a client with the versions of this example. */
export function versionsOf({ packages }: Client): string {
  const file = resolve(import.meta.dirname, 'package.json');
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return packages.map((name) => `\`${name}\` ${dependencies[name] ?? ''}`).join(', ');
}

/** The table in the documents. */
export function readTable(): string {
  return (area.exec(readFileSync(page, 'utf8'))?.[0] ?? '').trim();
}

export function writeTable(table: string): void {
  writeFileSync(page, readFileSync(page, 'utf8').replace(area, `\n${table}\n\n`));
}
