import type { Command } from 'commander';
import type { Settings } from '../settings/settings-schema.ts';

/** Action of a command that returns a sentence for the operator. */
export type Act = (settings: Settings) => Promise<string>;

/** Adds the commands for the store, the login and keys. `saying` makes the action that prints a command's result. */
export function addKeepingCommands(
  program: Command,
  saying: (name: string, act: Act) => () => Promise<void>,
): void {
  addStoreCommands(program, saying);
  addLoginCommands(program, saying);
}

interface StoreCommand {
  readonly name: string;
  readonly description: string;
  readonly act: Act;
}

const storeCommands: readonly StoreCommand[] = [
  {
    name: 'acknowledge-loss',
    description:
      'resume work with a store that lost changes; jobs that may have been sent are searched for or wait for a resolution',
    act: async (settings) => (await import('./look-after-store.ts')).acknowledgeStoreLoss(settings),
  },
  {
    name: 'confirm-move',
    description:
      'resume work with a store that was moved; the former location must be unused since',
    act: async (settings) => (await import('./look-after-store.ts')).confirmStoreMove(settings),
  },
  {
    name: 'take-back',
    description:
      'return to an SQLite store that was moved; jobs that were not sent yet wait for a resolution',
    act: async (settings) => (await import('./take-back-store.ts')).takeBackStore(settings),
  },
  {
    name: 'confirm-clock',
    description: 'confirm the clock after a jump; expired data is then removed',
    act: async (settings) => (await import('./look-after-store.ts')).confirmClock(settings),
  },
];

function addStoreCommands(
  program: Command,
  saying: (name: string, act: Act) => () => Promise<void>,
): void {
  const store = program.command('store').description('maintain the store');
  for (const { name, description, act } of storeCommands)
    store
      .command(name)
      .description(description)
      .action(saying(`store ${name}`, act));
}

function addLoginCommands(
  program: Command,
  saying: (name: string, act: Act) => () => Promise<void>,
): void {
  const admin = program.command('admin').description("maintain the administrator's login");

  admin
    .command('reset-second-factor')
    .description('remove the second factor, for example after the device was lost')
    .action(
      saying('admin reset-second-factor', async (settings) => {
        const { resetSecondFactor } = await import('./reset-second-factor.ts');
        return resetSecondFactor(settings);
      }),
    );

  const keys = program.command('keys').description('maintain keys');

  keys
    .command('rotate-links')
    .description('replace the key that signs links; all existing links become invalid')
    .action(
      saying('keys rotate-links', async (settings) => {
        const { rotateLinks } = await import('./rotate-links.ts');
        process.umask(0o077);
        return rotateLinks(settings);
      }),
    );
}
