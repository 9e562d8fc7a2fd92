import { PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { accountsTexts } from './accounts-texts.ts';
import { useProviderDetail } from './provider-field.tsx';

export interface SecretFieldsProps {
  readonly provider: string;
  /** Null for an account that is not there yet. */
  readonly hasStored: boolean | null;
  readonly value: string;
  readonly error?: React.ReactNode;
  readonly onChange: (secret: string) => void;
}

/** What the provider asks for to log in: one field is the secret itself, several are sent as one JSON text. */
export function SecretFields({ provider, hasStored, value, error, onChange }: SecretFieldsProps) {
  const { t } = useTexts(accountsTexts);
  const credential = useProviderDetail(provider)?.credential ?? [];
  const help = t(hasStored === true ? 'secret.keep' : 'secret.new');
  if (credential.length > 1) {
    return <SeveralFields key={provider} {...{ credential, help, error, onChange }} />;
  }
  return (
    <PasswordInput
      label={t('secret')}
      description={help}
      placeholder={hasStored === true ? t('secret.stored-placeholder') : ''}
      autoComplete="new-password"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SeveralFieldsProps extends Pick<SecretFieldsProps, 'error' | 'onChange'> {
  readonly credential: readonly { readonly name: string; readonly secret: boolean }[];
  readonly help: string;
}

function SeveralFields({ credential, help, error, onChange }: SeveralFieldsProps) {
  const [values, setValues] = useState<{ readonly [field: string]: string }>({});
  const change = (field: string, typed: string): void => {
    const next = { ...values, [field]: typed };
    setValues(next);
    const isWhole = credential.every(({ name }) => (next[name] ?? '') !== '');
    onChange(isWhole ? JSON.stringify(next) : '');
  };
  return credential.map(({ name, secret }, index) => {
    const Field = secret ? PasswordInput : TextInput;
    return (
      <Field
        key={name}
        label={name}
        {...(index === 0 && { description: help })}
        {...(index === credential.length - 1 && { error })}
        autoComplete="new-password"
        value={values[name] ?? ''}
        onChange={({ currentTarget }) => change(name, currentTarget.value)}
      />
    );
  });
}
