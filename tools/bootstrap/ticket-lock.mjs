import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from './parse-json.mjs';
import { identifyProcess, isAlive, isProcessIdentity } from './process-identity.mjs';

const RETRY_MS = 150;
/** Content of a ticket that nobody holds any more. */
const RELEASED = '';

/**
 * @typedef {object} TicketLockOptions
 * @property {string} directory  where the tickets lie; made when missing
 * @property {(ownerPid: number) => void} onWait  called once, when another process holds the lock
 */

/**
 * Numbers of the tickets that lie in the folder, ascending.
 * @param {string} directory
 */
function ticketNumbers(directory) {
  return readdirSync(directory)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
}

/**
 * @param {string} directory
 * @param {number} number
 * @returns {string | undefined} nothing when a newer owner has just removed it
 */
function readTicket(directory, number) {
  try {
    return readFileSync(join(directory, String(number)), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Puts a ticket in place together with its content, or not at all.
 * @param {string} directory
 * @param {number} number
 * @returns {boolean} false when somebody else took this number
 */
function placeTicket(directory, number) {
  const draft = join(directory, `draft-${process.pid}-${number}`);
  writeFileSync(draft, JSON.stringify(identifyProcess(process.pid)));
  try {
    linkSync(draft, join(directory, String(number)));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * One attempt. A process that looked long ago may place a low number after newer ones: it looks again afterwards and steps back.
 * @param {string} directory
 * @returns {{ readonly ticket: number } | { readonly ownerPid: number } | undefined} nothing: look again at once
 */
function tryAcquire(directory) {
  const top = ticketNumbers(directory).at(-1) ?? 0;
  if (top > 0) {
    const content = readTicket(directory, top);
    if (content === undefined) return undefined;
    const owner = parseJson(content);
    if (isProcessIdentity(owner) && isAlive(owner)) return { ownerPid: owner.pid };
  }
  const ticket = top + 1;
  if (!placeTicket(directory, ticket)) return undefined;
  if (ticketNumbers(directory).at(-1) !== ticket) {
    rmSync(join(directory, String(ticket)), { force: true });
    return undefined;
  }
  for (const older of ticketNumbers(directory).filter((number) => number < ticket)) {
    rmSync(join(directory, String(older)), { force: true });
  }
  return { ticket };
}

/**
 * @param {string} directory
 * @param {number} ticket
 */
function release(directory, ticket) {
  const draft = join(directory, `draft-${process.pid}-${ticket}`);
  writeFileSync(draft, RELEASED);
  renameSync(draft, join(directory, String(ticket)));
}

/**
 * Runs an action while no other process on this machine runs one under the same folder. An owner that died, by any
 * signal, no longer counts. Tickets are numbered and only the highest number rules, so that of two processes
 * which find the same dead owner one wins: taking over creates the next number, it never removes a file in use.
 *
 * @template Result
 * @param {TicketLockOptions} options
 * @param {() => Promise<Result>} action
 * @returns {Promise<Result>}
 */
export async function withTicketLock(options, action) {
  mkdirSync(options.directory, { recursive: true });
  let told = false;
  for (;;) {
    const attempt = tryAcquire(options.directory);
    if (attempt !== undefined && 'ticket' in attempt) {
      try {
        return await action();
      } finally {
        release(options.directory, attempt.ticket);
      }
    }
    if (attempt !== undefined) {
      if (!told) options.onWait(attempt.ownerPid);
      told = true;
      await sleep(RETRY_MS);
    }
  }
}
