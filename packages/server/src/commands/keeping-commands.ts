import type { Command } from 'commander';
import type { Settings } from '../settings/settings-schema.ts';

/** What a command does that answers with a sentence for the operator. */
export type Act = (settings: Settings) => Promise<string>;

/** Commands that look after the store, the login and keys. `saying` makes a command's action: it reads the settings, and says what came of it. */
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
      'go on with a store that lost changes; what may have been sent is searched for, or waits for a resolution',
    act: async (settings) => (await import('./look-after-store.ts')).acknowledgeStoreLoss(settings),
  },
  {
    name: 'confirm-move',
    description: 'go on with a store that was moved; nothing may have used the former place since',
    act: async (settings) => (await import('./look-after-store.ts')).confirmStoreMove(settings),
  },
  {
    name: 'take-back',
    description:
      'go back to an SQLite store that was moved; what was unsent waits for a resolution',
    act: async (settings) => (await import('./take-back-store.ts')).takeBackStore(settings),
  },
  {
    name: 'confirm-clock',
    description: 'take the clock for right after it jumped ahead; what is old by it is removed',
    act: async (settings) => (await import('./look-after-store.ts')).confirmClock(settings),
  },
];

function addStoreCommands(
  program: Command,
  saying: (name: string, act: Act) => () => Promise<void>,
): void {
  const store = program.command('store').description('look after the store');
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
  const admin = program.command('admin').description("look after the administrator's login");

  admin
    .command('reset-second-factor')
    .description('let the administrator log in without a one-time code, when the device is lost')
    .action(
      saying('admin reset-second-factor', async (settings) => {
        const { resetSecondFactor } = await import('./reset-second-factor.ts');
        return resetSecondFactor(settings);
      }),
    );

  const keys = program.command('keys').description('look after keys');

  keys
    .command('rotate-links')
    .description('replace the key that signs links: every link handed out so far is void')
    .action(
      saying('keys rotate-links', async (settings) => {
        const { rotateLinks } = await import('./rotate-links.ts');
        process.umask(0o077);
        return rotateLinks(settings);
      }),
    );
}
