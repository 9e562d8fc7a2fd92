import { expect, test } from 'vitest';
import { type FleetNode, pollVariant } from './fleet-node.ts';

/** A node that made `polls` more each time it is asked, while it is switched on. */
function fakeNode(polls: number): FleetNode & { readonly reported: string[] } {
  const reported: string[] = [];
  let [made, isOn] = [0, false];
  return {
    reported,
    pid: process.pid,
    stop: async () => {},
    report: async (command) => {
      if (command.kind === 'run') isOn = command.on;
      if (command.kind === 'report' && isOn) made += polls;
      reported.push(command.kind === 'run' ? `run ${command.on}` : command.kind);
      return { polls: made };
    },
  };
}

const plan = {
  name: 'fleet',
  seconds: 0.01,
  settleSeconds: 0,
  pollsAtLeast: 1,
  cores: [0],
} as const;

test('counts what all nodes polled in the slice, and lets them rest before and after', async () => {
  const nodes = [fakeNode(100), fakeNode(300)];
  const slice = await pollVariant({ ...plan, nodes }).measure('counted');
  const seconds = 400 / slice.value;
  expect(seconds).toBeGreaterThan(0.005);
  expect(seconds).toBeLessThan(10);
  for (const { reported } of nodes)
    expect(reported).toEqual(['run true', 'report', 'report', 'run false']);
});

test('goes on until enough were polled', async () => {
  const node = fakeNode(10);
  await pollVariant({ ...plan, pollsAtLeast: 25, nodes: [node] }).measure('counted');
  expect(node.reported.filter((command) => command === 'report')).toHaveLength(4);
});

test('nodes that poll nothing are no measurement', async () => {
  const measuring = pollVariant({ ...plan, nodes: [fakeNode(0)] }).measure('counted');
  await expect(measuring).rejects.toThrow('fleet polled nothing');
});
