import { migrate, type MigrateResult } from '../../../src/commands/migrate.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Settings } from '../../../src/settings/settings-schema.ts';

/** Settings, parsed as in a command. */
export function settingsFrom(env: Readonly<Record<string, string>>): Settings {
  const read = readSettings(env);
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  return read.settings;
}

/** Runs the command in this process, which saves starting another one. */
export function migrateHere(
  env: Readonly<Record<string, string>>,
  { from, to }: { readonly from: string; readonly to: string } = { from: 'sqlite', to: 'redis' },
): Promise<MigrateResult> {
  return migrate({
    from,
    to,
    settings: settingsFrom(env),
    display: { show: () => undefined, end: () => undefined },
    interrupted: new AbortController().signal,
  });
}
