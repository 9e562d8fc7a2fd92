import {
  Checkbox,
  Input,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderDetail } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { type AccountDraft, emptySecret } from './account-draft.ts';
import { accountOptionsQuery, useDetailOf } from './accounts-query.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { accountsTexts } from '../../texts/accounts.ts';

interface ProviderFieldProps {
  readonly form: Pick<
    UseFormReturnType<AccountDraft>,
    'getInputProps' | 'setValues' | 'clearErrors' | 'values'
  >;
}

/** Providers of this gateway, the default first, with details of the chosen one. */
export function ProviderField({ form }: ProviderFieldProps) {
  const { t } = useTranslation(accountsTexts);
  const { data } = useQuery(accountOptionsQuery(useApi()));
  const detailOf = useDetailOf();
  const detail = detailOf(form.values.endpoint);
  return (
    <>
      <NativeSelect
        label={t('provider')}
        description={t('provider.help')}
        data={[...(data?.providers ?? [])]}
        data-autofocus
        {...form.getInputProps('endpoint')}
        // A secret typed for one provider must not be sent to another.
        onChange={({ currentTarget: { value: endpoint } }) => {
          form.clearErrors();
          const unit = detailOf(endpoint)?.unit ?? 'credits';
          form.setValues({ endpoint, unit, families: [], ...emptySecret });
        }}
      />
      {detail !== undefined && <ProviderFacts detail={detail} />}
    </>
  );
}

interface SecretFieldsProps {
  /** Null for a new account. */
  readonly hasStored: boolean | null;
  readonly credential: ProviderDetail['credential'];
  readonly form: Pick<UseFormReturnType<AccountDraft>, 'getInputProps' | 'errors'>;
}

/**
 * Login fields of the provider. A single field is the secret itself; several fields are sent as one. The stored secret
 * is never shown.
 */
export function SecretFields({ hasStored, credential, form }: SecretFieldsProps) {
  const { t } = useTranslation(accountsTexts);
  const sayField = useSayField();
  const isStored = hasStored === true;
  const shared = {
    autoComplete: 'new-password',
    placeholder: isStored ? t('secret.placeholder') : '',
  };
  if (credential.length <= 1) {
    return (
      <PasswordInput
        label={t('secret')}
        description={t(isStored ? 'secret.keep' : 'secret.new')}
        {...shared}
        {...form.getInputProps('secret')}
        // Mantine does not set this on single fields.
        aria-invalid={form.errors['secret'] !== undefined}
      />
    );
  }
  const help = t(isStored ? 'secret.keep-parts' : 'secret.new-parts');
  return credential.map(({ name, secret }, index) => {
    const Field = secret ? PasswordInput : TextInput;
    const isLast = index === credential.length - 1;
    // The server's error about the whole secret is shown below the last field.
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

interface FamilyFieldsProps {
  /** Families the provider can make; undefined while loading. */
  readonly offered: readonly string[] | undefined;
  readonly servesAll: boolean;
  readonly chosen: readonly string[];
  readonly error: ReactNode;
  readonly onServesAll: (servesAll: boolean) => void;
  readonly onChoose: (families: readonly string[]) => void;
}

/** Families the account serves: all or a selection. */
export function FamilyFields(props: FamilyFieldsProps) {
  const { t } = useTranslation(accountsTexts);
  const { servesAll, error, onServesAll } = props;
  const [labelId, errorId] = [useId(), useId()];
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={errorId}>
      <Input.Label id={labelId} component="span" labelElement="div">
        {t('families')}
      </Input.Label>
      <Switch
        label={t('families.serve-all')}
        checked={servesAll}
        onChange={({ currentTarget }) => onServesAll(currentTarget.checked)}
        mt={4}
      />
      {!servesAll && <FamilyChoice {...props} />}
      <Input.Error id={errorId} mt={4}>
        {error}
      </Input.Error>
    </div>
  );
}

function FamilyChoice({ offered = [], chosen, onChoose }: FamilyFieldsProps) {
  const { t } = useTranslation(accountsTexts);
  const { error, refetch } = useQuery(accountOptionsQuery(useApi()));
  if (error !== null)
    return <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />;
  // A family that was removed from the catalog stays on the account until a person removes it.
  const choices = [...offered, ...chosen.filter((family) => !offered.includes(family))];
  const toggle = (family: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, family] : chosen.filter((one) => one !== family));
  if (choices.length === 0) return <Text size="sm">{t('provider.no-family')}</Text>;
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs" mt="sm">
      {choices.map((family) => (
        <Checkbox
          key={family}
          label={family}
          checked={chosen.includes(family)}
          onChange={({ currentTarget }) => toggle(family, currentTarget.checked)}
        />
      ))}
    </SimpleGrid>
  );
}

/** Credential fields with a translated name. */
const known = ['api_key', 'access_key', 'secret_key'] as const;

/** Label of a credential field: translated where the console knows the field, otherwise the provider's name. */
export function useSayField(): (name: string) => string {
  const { t } = useTranslation(accountsTexts);
  return (name) => {
    const word = known.find((one) => one === name);
    if (word !== undefined) return t(`secret.field.${word}`);
    const spaced = name.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  };
}
