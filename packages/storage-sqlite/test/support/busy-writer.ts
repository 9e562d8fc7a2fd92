import { writeSync } from 'node:fs';
import {
  complete,
  createJobFactory,
  createSeededRandom,
  dispatch,
  fail,
  finish,
  prepareOn,
  progress,
  receive,
  type StepMaker,
} from '@filmgate/conformance';
import type { Claim, Job, StorageBundle } from '@filmgate/core';
import { createSqliteStorage } from '../../src/index.ts';
import type { Acknowledged } from './acknowledged.ts';

/** Jobs begun together. */
const burst = 24;

const [file = '', seed = '1'] = process.argv.slice(2);
const random = createSeededRandom(Number(seed));
const make = createJobFactory(Number(seed));
const standard = { holder: 'writer', leaseUntil: 1e15 };
let now = 1_750_000_000_000 + Number(seed) * 1e9;

/** Says what was acknowledged; in the pipe before anything else happens, so a kill cannot take it back. */
function acknowledge(fact: Acknowledged): void {
  writeSync(1, `${JSON.stringify(fact)}\n`);
}
