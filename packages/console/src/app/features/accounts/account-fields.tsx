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
import type { ProviderDetail } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { type AccountDraft, emptySecret } from './account-draft.ts';
import { accountOptionsQuery, useDetailOf } from './accounts-query.ts';
import { accountsTexts } from './accounts-texts.ts';
import { ProviderFacts } from './provider-facts.tsx';
import { providerTexts } from './provider-texts.ts';
import { secretTexts } from './secret-texts.ts';

interface ProviderFieldProps {
  readonly form: Pick<
    UseFormReturnType<AccountDraft>,
    'getInputProps' | 'setValues' | 'clearErrors' | 'values'
  >;
}

/** The providers this gateway can speak to, its own default first, and what is known of the one chosen. */
export function ProviderField({ form }: ProviderFieldProps) {
  const { t } = useTexts(accountsTexts);
  const { data } = useQuery(accountOptionsQuery(useApi()));
  const detailOf = useDetailOf();
  const detail = detailOf(form.values.endpoint);
  return (
    <>
      <NativeSelect
        label={t('endpoint')}
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

interface FamilyFieldsProps {
  /** Those its provider can make; undefined while that is read. */
  readonly offered: readonly string[] | undefined;
  readonly servesAll: boolean;
  readonly chosen: readonly string[];
  readonly error: ReactNode;
  readonly onServesAll: (servesAll: boolean) => void;
  readonly onChoose: (families: readonly string[]) => void;
}

/** Which families an account serves: all, or those chosen. */
export function FamilyFields(props: FamilyFieldsProps) {
  const { t } = useTexts(accountsTexts);
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
  const { t } = useTexts(providerTexts);
  const { error, refetch } = useQuery(accountOptionsQuery(useApi()));
  if (error !== null)
    return <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />;
  // A family that left the catalog stays on the account until a person takes it away.
  const choices = [...offered, ...chosen.filter((family) => !offered.includes(family))];
  const toggle = (family: string, isChosen: boolean): void =>
    onChoose(isChosen ? [...chosen, family] : chosen.filter((one) => one !== family));
  if (choices.length === 0) return <Text size="sm">{t('no-family')}</Text>;
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

/** Fields of a credential the pages have words for. */
const known = ['api_key', 'access_key', 'secret_key'] as const;

/** Says the name of a field a provider asks for: in the language of the pages where they know it. */
export function useSayField(): (name: string) => string {
  const { t } = useTexts(secretTexts);
  return (name) => {
    const word = known.find((one) => one === name);
    if (word !== undefined) return t(`field.${word}`);
    const spaced = name.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  };
}
