import type { Requirement } from './requirement.ts';

/** What those who write programs, work on a terminal or with a keyboard alone take for granted. */
export const namesAndReachRequirements: readonly Requirement[] = [
  {
    id: 'admin.names',
    source: 'docs/errors, Administration API',
    text: 'Every name in an answer of the administration API is in snake_case, in the description and in what is really sent.',
  },
  {
    id: 'commands.generate-terminal',
    source: 'docs/commands, filmgate generate',
    text: 'On a terminal that does not know its width, the progress bar is drawn as for 80 columns.',
  },
  {
    id: 'commands.generate-usage',
    source: 'docs/commands, filmgate generate',
    text: 'Without a prompt or a file, generate says how it is used and ends with 1.',
  },
  {
    id: 'console.navigation-reach',
    source: 'docs/operating, The pages',
    text: 'On a phone the navigation is out of reach of the keyboard while it is closed, and within reach while it is open; Escape closes it and gives the focus back.',
  },
];
