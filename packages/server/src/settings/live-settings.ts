import type { EventLog } from '@filmgate/core';
import { overlaySettings } from './overlay-settings.ts';
import { isChangeable } from './changeable-settings.ts';
import { readSettingChanges, type RequestedChanges } from './read-setting-changes.ts';
import { shownSetting } from './setting-mask.ts';
import {
  isSecretSetting,
  type SettingName,
  settingNames,
  shortSettingName,
} from './setting-name.ts';
import type { Settings } from './settings-schema.ts';
import type { StoredSettings } from './stored-settings.ts';

/** A setting as the admin API shows it (decisions §6 `settings`). */
export interface ShownSetting {
  readonly name: string;
  readonly value: string | number | boolean | null;
  /** Where the value in force came from. */
  readonly source: 'default' | 'environment' | 'stored';
  readonly secret: boolean;
  /** Whether it comes from the environment alone, read at the start. */
  readonly restart_required: boolean;
}

export type SettingsChange =
  | {
      readonly kind: 'changed';
      /** What the changed settings were, and what they are now, as they are shown. */
      readonly before: readonly ShownSetting[];
      readonly after: readonly ShownSetting[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** What settings say against each other or against the data they stand on, one sentence each; empty when nothing. */
export type JudgeSettings = (settings: Settings) => readonly string[];

/** The settings in force: what was stored over what the environment gave over the defaults. */
export interface LiveSettings {
  /** In force now. The same object until something changes; read it at each use. */
  current(): Settings;
  /** Every setting in the schema's order. */
  list(): readonly ShownSetting[];
  /**
   * Stores and applies all changes or none; they hold for whatever starts afterwards. Changes made at once follow each
   * other. `judge` is asked about the outcome besides the gateway's own rules.
   */
  change(requested: RequestedChanges, judge?: JudgeSettings): Promise<SettingsChange>;
  /** Calls back at once and after each change. */
  follow(listener: (settings: Settings) => void): void;
}

export interface LiveSettingsDeps {
  /** What the environment and the defaults say. */
  readonly base: Settings;
  /** The settings the environment gave. */
  readonly given: ReadonlySet<SettingName>;
  readonly stored: StoredSettings;
  readonly judge: JudgeSettings;
  readonly log: EventLog;
}

type Texts = ReadonlyMap<SettingName, string>;

/**
 * Opens the settings of a store. What is stored and can no longer hold, since the environment or the version changed, is
 * left out with a warning: the environment's value is what the operator said last in a place that cannot be refused.
 */
export async function openLiveSettings(deps: LiveSettingsDeps): Promise<LiveSettings> {
  let usable: Texts = new Map();
  for (const [name, text] of await deps.stored.read()) {
    const candidate = new Map(usable).set(name, text);
    const judged = judgeTexts(deps, candidate, deps.judge);
    if (judged.kind === 'usable') usable = candidate;
    else deps.log.warn('stored_setting_ignored', { setting: name, problems: [...judged.problems] });
  }
  return new SettingsInForce(deps, usable);
}

type Judged =
  | { readonly kind: 'usable'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

function judgeTexts(deps: LiveSettingsDeps, texts: Texts, judge: JudgeSettings): Judged {
  const overlaid = overlaySettings(deps.base, texts);
  if (overlaid.kind === 'refused') return overlaid;
  const problems = judge(overlaid.settings);
  return problems.length > 0
    ? { kind: 'refused', problems }
    : { kind: 'usable', settings: overlaid.settings };
}

class SettingsInForce implements LiveSettings {
  readonly #deps: LiveSettingsDeps;
  readonly #listeners: ((settings: Settings) => void)[] = [];
  #texts: Texts = new Map();
  #settings: Settings;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: LiveSettingsDeps, usable: Texts) {
    this.#deps = deps;
    const judged = judgeTexts(deps, usable, () => []);
    if (judged.kind === 'refused') throw new Error(judged.problems.join(' '));
    this.#texts = usable;
    this.#settings = judged.settings;
  }

  current(): Settings {
    return this.#settings;
  }

  list(): readonly ShownSetting[] {
    return settingNames.map((name) => this.#shown(name));
  }

  change(requested: RequestedChanges, judge: JudgeSettings = () => []): Promise<SettingsChange> {
    const turn = this.#turn.then(() => this.#change(requested, judge));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  follow(listener: (settings: Settings) => void): void {
    this.#listeners.push(listener);
    listener(this.#settings);
  }

  async #change(requested: RequestedChanges, judge: JudgeSettings): Promise<SettingsChange> {
    const read = readSettingChanges(requested);
    if (read.kind === 'refused') return read;
    const texts = new Map(this.#texts);
    for (const [name, text] of read.changes) {
      if (text === null) texts.delete(name);
      else texts.set(name, text);
    }
    const judged = judgeTexts(this.#deps, texts, (settings) => [
      ...this.#deps.judge(settings),
      ...judge(settings),
    ]);
    if (judged.kind === 'refused') return judged;
    const names = [...read.changes.keys()];
    const before = names.map((name) => this.#shown(name));
    await this.#deps.stored.write(read.changes);
    this.#texts = texts;
    this.#settings = judged.settings;
    for (const listener of this.#listeners) listener(judged.settings);
    return { kind: 'changed', before, after: names.map((name) => this.#shown(name)) };
  }

  #shown(name: SettingName): ShownSetting {
    return {
      name: shortSettingName(name),
      value: shownSetting(name, this.#settings),
      source: this.#sourceOf(name),
      secret: isSecretSetting(name),
      restart_required: !isChangeable(name),
    };
  }

  #sourceOf(name: SettingName): ShownSetting['source'] {
    if (this.#texts.has(name)) return 'stored';
    return this.#deps.given.has(name) ? 'environment' : 'default';
  }
}
