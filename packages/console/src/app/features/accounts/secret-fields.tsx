import { PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { UseFormReturnType } from '@mantine/form';
import type { ProviderDetail } from '../../api/answers.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { AccountDraft } from './account-draft.ts';
import { secretTexts } from './secret-texts.ts';
import { useSayField } from './use-say-field.ts';

export interface SecretFieldsProps {
  /** Null for an account that is not there yet. */
  readonly hasStored: boolean | null;
  readonly credential: ProviderDetail['credential'];
  readonly form: Pick<UseFormReturnType<AccountDraft>, 'getInputProps' | 'errors'>;
}

/** What the provider asks for to log in: one field is the secret itself, several are sent as one. What is stored is never shown. */
export function SecretFields({ hasStored, credential, form }: SecretFieldsProps) {
  const { t } = useTexts(secretTexts);
  const sayField = useSayField();
  const isStored = hasStored === true;
  const shared = {
    autoComplete: 'new-password',
    placeholder: isStored ? t('stored-placeholder') : '',
  };
  if (credential.length <= 1) {
    return (
      <PasswordInput
        label={t('secret')}
        description={t(isStored ? 'keep' : 'new')}
        {...shared}
        {...form.getInputProps('secret')}
        // The component says this of no field by itself.
        aria-invalid={form.errors['secret'] !== undefined}
      />
    );
  }
  const help = t(isStored ? 'keep-parts' : 'new-parts');
  return credential.map(({ name, secret }, index) => {
    const Field = secret ? PasswordInput : TextInput;
    const isLast = index === credential.length - 1;
    // What the server says of all of them together stands below the last.
    const error =
      form.errors[`secretParts.${name}`] ?? (isLast ? form.errors['secret'] : undefined);
    return (
      <Field
        key={name}
        label={sayField(name)}
        {...(index === 0 && { description: help })}
        {...shared}
        {...form.getInputProps(`secretParts.${name}`)}
        error={error}
        aria-invalid={error !== undefined}
      />
    );
  });
}
