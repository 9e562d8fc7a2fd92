import type { AuditEntry, Logger } from '@filmgate/core';
import {
  overlaySettings,
  type SettingTexts,
  type StoredSettings,
  type StoredTexts,
} from './stored-settings.ts';
import { readSettingChanges, type RequestedChanges } from './read-setting-changes.ts';
import { shortSettingName, shownSetting } from './setting-name.ts';
import { describeSetting, type SettingDescription } from './setting-description.ts';
import { type SettingName, settingNames, type Settings } from './settings-schema.ts';
import { createSharedRead } from './shared-read.ts';

/** A setting as shown in the admin API [admin.settings.list]. */
export interface ShownSetting extends SettingDescription {
  readonly name: string;
  readonly value: string | number | boolean | null;
  /** Source of the value in force. */
  readonly source: 'default' | 'environment' | 'stored';
}

/** Former and new values of changed settings, as shown. */
export interface ChangedSettings {
  readonly before: readonly ShownSetting[];
  readonly after: readonly ShownSetting[];
}

export type SettingsChange =
  | (ChangedSettings & { readonly kind: 'changed' })
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Finds contradictions between settings, or with the data in use, one sentence each; empty when there are none. */
export type CheckSettings = (settings: Settings) => readonly string[];

/** Settings in force: stored values override those of the environment, which override the defaults. */
export interface LiveSettings {
  /** Settings in force now. The same object until something changes; read it at each use. */
  current(): Settings;
  /** Returns every setting in the schema's order. */
  list(): readonly ShownSetting[];
  /**
   * Stores and applies all changes or none; they apply to everything that starts afterwards. Concurrent changes are
   * applied one after the other. `check` validates the outcome in addition to the gateway's own rules; the entry of
   * `audit` is stored with it.
   */
  change(
    requested: RequestedChanges,
    by?: {
      readonly check?: CheckSettings;
      readonly audit?: (changed: ChangedSettings) => AuditEntry;
    },
  ): Promise<SettingsChange>;
  /** Adopts changes that another node stored. Throws `StorageUnavailable` when the store cannot be read. */
  refresh(): Promise<void>;
  /** Calls the listener at once and after each change. */
  follow(listener: (settings: Settings) => void): void;
}

export interface LiveSettingsDeps {
  /** Values of the environment and the defaults. */
  readonly base: Settings;
  /** Settings that the environment gave. */
  readonly given: ReadonlySet<SettingName>;
  readonly stored: StoredSettings;
  readonly check: CheckSettings;
  readonly log: Logger;
}

type Texts = ReadonlyMap<SettingName, string>;

/**
 * Opens the settings of a store, which other nodes may share. Stored values that have become invalid, since the
 * environment or the version changed, are skipped with a warning: the operator gave the environment's value last, and
 * it cannot be refused.
 */
export async function openLiveSettings(deps: LiveSettingsDeps): Promise<LiveSettings> {
  return new SettingsInForce(deps, usableOf(deps, await deps.stored.read()));
}

/** Texts that are valid together, and the version they were read at. */
interface UsableTexts {
  readonly version: string | undefined;
  readonly texts: Texts;
}

function usableOf(deps: LiveSettingsDeps, { version, texts: stored }: StoredTexts): UsableTexts {
  let texts: Texts = new Map();
  for (const [name, text] of stored) {
    const candidate = new Map(texts).set(name, text);
    const checked = checkTexts(deps, candidate, deps.check);
    if (checked.kind === 'usable') texts = candidate;
    else
      deps.log.warn('stored_setting_ignored', { setting: name, problems: [...checked.problems] });
  }
  return { version, texts };
}

type Checked =
  | { readonly kind: 'usable'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

function checkTexts(deps: LiveSettingsDeps, texts: Texts, check: CheckSettings): Checked {
  const overlaid = overlaySettings(deps.base, texts);
  if (overlaid.kind === 'refused') return overlaid;
  const problems = check(overlaid.settings);
  return problems.length > 0
    ? { kind: 'refused', problems }
    : { kind: 'usable', settings: overlaid.settings };
}

function settingsFrom(deps: LiveSettingsDeps, { texts }: UsableTexts): Settings {
  const checked = checkTexts(deps, texts, () => []);
  if (checked.kind === 'refused') throw new Error(checked.problems.join(' '));
  return checked.settings;
}

function changedTexts(texts: Texts, changes: SettingTexts): Texts {
  const changed = new Map(texts);
  for (const [name, text] of changes) {
    if (text === null) changed.delete(name);
    else changed.set(name, text);
  }
  return changed;
}

class SettingsInForce implements LiveSettings {
  readonly #deps: LiveSettingsDeps;
  readonly #listeners: ((settings: Settings) => void)[] = [];
  readonly #versionNow: () => Promise<string | undefined>;
  #usable: UsableTexts;
  #settings: Settings;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: LiveSettingsDeps, usable: UsableTexts) {
    this.#deps = deps;
    this.#versionNow = createSharedRead(() => deps.stored.version());
    this.#usable = usable;
    this.#settings = settingsFrom(deps, usable);
  }

  current(): Settings {
    return this.#settings;
  }

  list(): readonly ShownSetting[] {
    return settingNames.map((name) => this.#shown(name));
  }

  change(...change: Parameters<LiveSettings['change']>): Promise<SettingsChange> {
    return this.#inTurn(() => this.#change(...change));
  }

  async refresh(): Promise<void> {
    if ((await this.#versionNow()) === this.#usable.version) return;
    await this.#inTurn(() => this.#reload());
  }

  follow(listener: (settings: Settings) => void): void {
    this.#listeners.push(listener);
    listener(this.#settings);
  }

  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Concurrent callers reload once: the first one has done it for the others. */
  async #reload(): Promise<void> {
    if ((await this.#deps.stored.version()) === this.#usable.version) return;
    const usable = usableOf(this.#deps, await this.#deps.stored.read());
    this.#enforce(usable, settingsFrom(this.#deps, usable));
  }

  async #change(
    ...[requested, { check = () => [], audit } = {}]: Parameters<LiveSettings['change']>
  ): Promise<SettingsChange> {
    const read = readSettingChanges(requested);
    if (read.kind === 'refused') return read;
    for (;;) {
      const texts = changedTexts(this.#usable.texts, read.changes);
      const checked = checkTexts(this.#deps, texts, (settings) => [
        ...this.#deps.check(settings),
        ...check(settings),
      ]);
      if (checked.kind === 'refused') return checked;
      const names = [...read.changes.keys()];
      const changed: ChangedSettings = {
        before: names.map((name) => this.#shown(name)),
        after: names.map((name) => this.#shown(name, texts, checked.settings)),
      };
      const audited = audit === undefined || names.length === 0 ? {} : { audit: audit(changed) };
      const over = this.#usable.version;
      const version = await this.#deps.stored.write(read.changes, over, audited);
      if (version !== undefined) {
        this.#enforce({ version, texts }, checked.settings);
        return { kind: 'changed', ...changed };
      }
      // Another node changed something meanwhile: validate again beside its change.
      await this.#reload();
    }
  }

  #enforce(usable: UsableTexts, settings: Settings): void {
    this.#usable = usable;
    this.#settings = settings;
    for (const listener of this.#listeners) listener(settings);
  }

  #shown(name: SettingName, texts = this.#usable.texts, settings = this.#settings): ShownSetting {
    return {
      name: shortSettingName(name),
      value: shownSetting(name, settings),
      source: this.#sourceOf(name, texts),
      ...describeSetting(name),
    };
  }

  #sourceOf(name: SettingName, texts: Texts): ShownSetting['source'] {
    if (texts.has(name)) return 'stored';
    return this.#deps.given.has(name) ? 'environment' : 'default';
  }
}
