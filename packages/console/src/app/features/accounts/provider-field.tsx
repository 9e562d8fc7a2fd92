import { NativeSelect } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { AccountDraft } from './account-draft.ts';
import { accountOptionsQuery } from './accounts-query.ts';
import { accountsTexts } from './accounts-texts.ts';

/** The providers this gateway can speak to; its own default is chosen first. */
export function ProviderField(
  input: ReturnType<ReturnType<typeof useForm<AccountDraft>>['getInputProps']>,
) {
  const { t } = useTexts(accountsTexts);
  const { data } = useQuery(accountOptionsQuery(useApi()));
  return <NativeSelect label={t('provider')} data={[...(data?.providers ?? [])]} {...input} />;
}
