// Not the global function, which a test may fake.
import { setTimeout } from 'node:timers/promises';
import type { JournalEntry, JournalPage } from '../records/journal.ts';
import { callControl, type SpaceControl } from './control-call.ts';
import type { SpaceClock } from './space-clock.ts';

/** Real time in which the mock notices that a client has disconnected, in ms. */
const patienceMs = 1_000;
const pauseMs = 10;

/**
 * Moves the clock until every job has ended, and waits briefly for the client's last calls [mock.test-api.idle].
 *
 * @returns calls of the client that are still open
 */
export async function endTest(
  control: SpaceControl,
  clock: SpaceClock,
): Promise<readonly JournalEntry[]> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    await clock.untilIdle();
    const open = await openCalls(control);
    if (open.length === 0 || waitedMs >= patienceMs) return open;
    await setTimeout(pauseMs);
  }
}

async function openCalls(control: SpaceControl): Promise<readonly JournalEntry[]> {
  const open: JournalEntry[] = [];
  for (let since: number | undefined = 0; since !== undefined; ) {
    const query = { since, limit: 1_000 };
    const page: JournalPage = await callControl(control, { path: 'journal', query });
    open.push(...page.entries.filter(({ ended, op }) => ended === null && op !== 'callback'));
    since = page.entries.length === 0 ? undefined : page.next;
  }
  return open;
}
