import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { type AccountDraft, emptySecret } from './account-draft.ts';
import { accountOptionsQuery } from './accounts-query.ts';
import { accountsTexts } from './accounts-texts.ts';
import { useDetailOf } from './provider-detail.ts';
import { ProviderFacts } from './provider-facts.tsx';

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
  const detail = detailOf(form.values.provider);
  return (
    <>
      <NativeSelect
        label={t('provider')}
        description={t('provider.help')}
        data={[...(data?.providers ?? [])]}
        data-autofocus
        {...form.getInputProps('provider')}
        // A secret typed for one provider must not be sent to another.
        onChange={({ currentTarget: { value: provider } }) => {
          form.clearErrors();
          const unit = detailOf(provider)?.unit ?? 'credits';
          form.setValues({ provider, unit, families: [], ...emptySecret });
        }}
      />
      {detail !== undefined && <ProviderFacts detail={detail} />}
    </>
  );
}
