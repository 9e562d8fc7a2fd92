import { Button, Code, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '../../api/responses.ts';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { SettingEditor } from './setting-editor.tsx';
import styles from './setting-row.module.css';
import { inLanguage, sayValue } from './setting-value.ts';
import { useChangeSetting } from './use-change-setting.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { useLanguage } from '../../texts/use-language.ts';

export interface SettingRowProps {
  readonly setting: Setting;
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
}

const tones: { readonly [S in Setting['source']]: BadgeTone } = {
  default: 'quiet',
  environment: 'busy',
  stored: 'good',
};

/** A setting: description, value in force, source of the value, and edit actions. */
export function SettingRow({ setting, isEdited, onEdit }: SettingRowProps) {
  const language = useLanguage();
  const name = inLanguage(setting.title, language);
  const [note, setNote] = useState('');
  const row = useShown(isEdited);
  return (
    <div ref={row} role="group" aria-label={name} className={styles['row']}>
      <div className={styles['what']}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {inLanguage(setting.help, language)}
        </Text>
        <Code className={styles['variable'] ?? ''}>{setting.variable}</Code>
      </div>
      <div className={styles['value']}>
        <Source setting={setting} />
        <Value setting={setting} name={name} isEdited={isEdited} onEdit={onEdit} onNote={setNote} />
        <Text size="xs" c="dimmed" role="status">
          {note}
        </Text>
      </div>
    </div>
  );
}

function Source({ setting: { source, restart_required } }: Pick<SettingRowProps, 'setting'>) {
  const { t } = useTranslation(settingsTexts);
  return (
    <Group gap="xs">
      <ToneBadge tone={tones[source]}>
        <span title={t(`source.${source}.why`)}>{t(`source.${source}`)}</span>
      </ToneBadge>
      {restart_required && <ToneBadge tone="quiet">{t('fixed')}</ToneBadge>}
    </Group>
  );
}

interface ValueProps extends SettingRowProps {
  readonly name: string;
  /** Called with the result of a change. */
  readonly onNote: (note: string) => void;
}

/** Value in force, or the editor. */
function Value({ isEdited, ...row }: ValueProps) {
  const { setting, name, onEdit, onNote } = row;
  const { t } = useTranslation(settingsTexts);
  const language = useLanguage();
  if (isEdited && !setting.restart_required) {
    const saved = (): void => {
      onNote(t('saved'));
      onEdit(false);
    };
    const cancel = (): void => onEdit(false);
    return <SettingEditor {...{ setting, name }} onSaved={saved} onCancel={cancel} />;
  }
  return (
    <>
      <Text size="sm" className={styles['in-force'] ?? ''} data-words={isInWords(setting)}>
        {sayValue(setting, { t, language })}
      </Text>
      {setting.restart_required ? (
        <Text size="xs" c="dimmed">
          {t('fixed.how', { variable: setting.variable })}
        </Text>
      ) : (
        <Actions {...row} />
      )}
    </>
  );
}

const isInWords = ({ value, secret }: Setting): boolean => secret || value === null || value === '';

function Actions({ setting, name, onEdit, onNote }: Omit<ValueProps, 'isEdited'>) {
  const { t } = useTranslation(settingsTexts);
  const { isSending, failed, change } = useChangeSetting();
  const giveBack = async (): Promise<void> => {
    if (await change(setting.name, null)) onNote(t('give-back.done'));
  };
  const edit = (): void => {
    onNote('');
    onEdit(true);
  };
  return (
    <>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          data-change
          aria-label={t('change.label', { name })}
          onClick={edit}
        >
          {t('change')}
        </Button>
        {setting.source === 'stored' && (
          <Button
            size="xs"
            variant="subtle"
            loading={isSending}
            aria-label={t('give-back.label', { name })}
            onClick={() => void giveBack()}
          >
            {t('give-back')}
          </Button>
        )}
      </Group>
      {failed !== null && <FailureNotice failed={failed} />}
    </>
  );
}

/** Scrolls the edited row into view; returns the focus when editing ends. */
function useShown(isEdited: boolean) {
  const row = useRef<HTMLDivElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (isEdited) row.current?.scrollIntoView({ block: 'nearest' });
    else if (wasEdited.current)
      row.current?.querySelector<HTMLElement>('[data-change]')?.focus({ preventScroll: true });
    wasEdited.current = isEdited;
  }, [isEdited]);
  return row;
}
