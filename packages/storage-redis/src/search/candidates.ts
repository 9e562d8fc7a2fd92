import type { JobAccess } from '../jobs/stored-jobs.ts';
import { readMember } from '../lists/read-page.ts';
import { readList, readPairs } from '../script/read-list.ts';
import {
  locateScript,
  readBlocksScript,
  scanBlocksScript,
  scanRowsScript,
} from './scan-scripts.ts';

/** Maximum number of members located by one call: a millisecond or two of the server's time. */
const locatedPerCall = 500;

/** A job that may match, and is in the requested lists. */
export interface Candidate {
  readonly id: string;
  readonly position: number;
  readonly createdAt: number;
}

/** A block of signatures, with the instants of its oldest and its newest job. */
export interface BlockSpan {
  readonly block: number;
  readonly from: number;
  readonly until: number;
}

/** Members of jobs whose signatures are not packed. A row packed meanwhile may be missed, and is then in a block. */
export async function scanRows(
  { scripts, keys }: JobAccess,
  runs: readonly number[],
): Promise<readonly string[]> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const { signatures } = keys;
    const call = scanRowsScript.call({ signatures }, { cursor }, { arguments: runs });
    const reply = await scripts.read(scanRowsScript.script, call);
    const [next, members] = readList(reply, 'scan-signatures');
    for (const member of readList(members, 'scan-signatures')) found.add(String(member));
    cursor = String(next);
  } while (cursor !== '0');
  return [...found];
}

export async function readBlocks({ scripts, keys }: JobAccess): Promise<readonly BlockSpan[]> {
  const call = readBlocksScript.call({ blocks: keys.signatureBlocks }, {});
  const entries = readPairs(await scripts.read(readBlocksScript.script, call));
  return [...entries].map(([block, text]) => {
    const [from = 0, until = 0] = text.split(' ').map(Number);
    return { block: Number(block), from, until };
  });
}

/** Members of jobs in the first of some blocks, and the number of those blocks; at least one. */
export async function scanBlocks(
  { scripts, keys }: JobAccess,
  blocks: readonly number[],
  runs: readonly number[],
): Promise<{ readonly looked: number; readonly members: readonly string[] }> {
  const named = blocks.flatMap((block) => {
    const { bits, ids } = keys.signatureBlock(block);
    return [bits, ids];
  });
  const more = { keys: named, arguments: [...blocks, ...runs] };
  const call = scanBlocksScript.call({}, { blocks: blocks.length }, more);
  const reply = await scripts.read(scanBlocksScript.script, call);
  const [looked, members] = readList(reply, 'scan-signature-blocks');
  return {
    looked: Number(looked),
    members: readList(members, 'scan-signature-blocks').map(String),
  };
}

/** Members that are in one list of each group. */
export async function locate(
  { scripts }: JobAccess,
  groups: readonly (readonly string[])[],
  members: readonly string[],
): Promise<readonly Candidate[]> {
  const candidates: Candidate[] = [];
  for (let from = 0; from < members.length; from += locatedPerCall) {
    const some = members.slice(from, from + locatedPerCall);
    const counts = groups.map((lists) => lists.length);
    const more = { keys: groups.flat(), arguments: [...counts, ...some] };
    const call = locateScript.call({}, { groups: groups.length }, more);
    const instants = readList(await scripts.read(locateScript.script, call), 'locate-jobs');
    for (const [at, member] of some.entries()) {
      const instant = instants[at];
      if (typeof instant !== 'string') continue;
      const { id, position } = readMember(member);
      candidates.push({ id, position, createdAt: Number(instant) });
    }
  }
  return candidates;
}
