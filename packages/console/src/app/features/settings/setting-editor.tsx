import { Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Setting } from '../../api/responses.ts';
import { useSayRefusal } from '../../forms/use-say-refusal.ts';
import { CopyButton } from '../../shell/copy-button.tsx';
import { FailureNotice } from '../../shell/failure-notice.tsx';
import { readValue } from './setting-value.ts';
import { useChangeSetting } from './use-change-setting.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';

export interface SettingEditorProps {
  readonly setting: Setting;
  readonly name: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** Edits a setting in place; the server's refusal is shown below the field. */
export function SettingEditor({ setting, name, onSaved, onCancel }: SettingEditorProps) {
  const { t } = useTranslation(settingsTexts);
  const shell = useTranslation(shellTexts);
  const [text, setText] = useState(() => (setting.secret ? '' : String(setting.value ?? '')));
  const sayRefusal = useSayRefusal();
  const { isSending, failed, change } = useChangeSetting();
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (await change(setting.name, readValue(text, setting))) onSaved();
  };
  const isRefused = failed?.kind === 'refused' && failed.status === 422;
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <Stack gap="xs">
        <Field
          setting={setting}
          label={setting.secret ? t('secret.new', { name }) : name}
          value={text}
          error={isRefused ? sayRefusal({ message: failed.detail, code: failed.code }) : undefined}
          onChange={setText}
        />
        {failed !== null && !isRefused && <FailureNotice failed={failed} />}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={isSending}>
            {t('save')}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel} disabled={isSending}>
            {shell.t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  readonly setting: Setting;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function Field({ setting, onChange, ...field }: FieldProps) {
  const { t } = useTranslation(settingsTexts);
  const shared = {
    ...field,
    size: 'sm',
    'data-autofocus': true,
    autoFocus: true,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  } as const;
  if (setting.secret) return <SecretField setting={setting} onChange={onChange} {...field} />;
  const { unit } = setting;
  switch (setting.kind) {
    case 'flag':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
        />
      );
    case 'choice':
      return <NativeSelect {...shared} data={setting.choices} />;
    case 'number':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          rightSection={<Text size="xs">{unit === null ? '' : t(`unit.${unit}`)}</Text>}
          rightSectionWidth="5rem"
        />
      );
    case 'list':
    case 'map':
    case 'text':
      return <TextInput {...shared} spellCheck={false} />;
  }
}

function SecretField({ setting, onChange, ...field }: FieldProps) {
  const { t } = useTranslation(settingsTexts);
  const [made, setMade] = useState<string | null>(null);
  const isMade = made !== null && made === field.value;
  const make = (): void => {
    const key = makeKey();
    setMade(key);
    onChange(key);
  };
  return (
    <Stack gap="xs">
      <PasswordInput
        {...field}
        size="sm"
        autoFocus
        autoComplete="new-password"
        {...(isMade && { visible: true })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {setting.can_be_made && (
        <Group gap="xs">
          <Button size="compact-sm" variant="subtle" onClick={make}>
            {t('make')}
          </Button>
          {isMade && (
            <>
              <CopyButton text={field.value} size="compact-sm" />
              <Text size="xs" c="dimmed">
                {t('make.hint')}
              </Text>
            </>
          )}
        </Group>
      )}
    </Stack>
  );
}

const bytes = 32;

/** A random key: 256 bits as URL-safe text. */
export function makeKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
