import { expect, it } from 'vitest';
import { findUnpinned } from './workflow-pins.ts';

const commit = '820762786026740c76f36085b0efc47a31fe5020';
const sha256 = `sha256:${'0e'.repeat(32)}`;

const workflow = (step: string, container = `debian:12@${sha256}`) =>
  `jobs:\n  one:\n    container:\n      image: ${container}\n    steps:\n      - ${step}\n`;

it.each([
  ['a commit with its release', `uses: actions/setup-node@${commit} # v7.0.0`],
  ['a commit of an action in a folder', `uses: changesets/action/version@${commit} # v2.1.1`],
  ['a workflow of the project', 'uses: ./.github/workflows/test.yml'],
  ['a command', 'run: npm test'],
])('%s is pinned', (_what, step) => {
  expect(findUnpinned(workflow(step))).toEqual([]);
});

it.each([
  ['a tag', 'uses: actions/setup-node@v7'],
  ['a branch', 'uses: actions/setup-node@main # v7.0.0'],
  ['a short commit', `uses: actions/setup-node@${commit.slice(0, 12)} # v7.0.0`],
  ['a commit without its release', `uses: actions/setup-node@${commit}`],
  ['a commit with half a release', `uses: actions/setup-node@${commit} # v7`],
  ['a tag in braces', '{ uses: actions/setup-node@v7 }'],
  ['a tag in quotes', '"uses": "actions/setup-node@v7"'],
  ['no version at all', 'uses: actions/setup-node'],
  ['an image in the place of an action', 'uses: docker://alpine:3'],
])('%s is not pinned', (_what, step) => {
  expect(findUnpinned(workflow(step))).toHaveLength(1);
});

it.each(['debian:12', 'debian', `debian@${sha256}`, `debian:12@${sha256.slice(0, 20)}`])(
  'the image %s is not pinned, with its tag beside its digest',
  (image) => {
    expect(findUnpinned(workflow('run: npm test', image))).toEqual([image]);
  },
);

it('the tag of an image in short is not pinned', () => {
  expect(findUnpinned('jobs:\n  one:\n    container: debian:12\n')).toEqual(['debian:12']);
});
