import { NativeSelect } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-provider.tsx';
import type { ProviderDetail } from '../../api/schemas/account.ts';
import { FactList } from '../../shell/fact-list.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import type { AccountDraft } from './account-draft.ts';
import { accountOptionsQuery } from './accounts-query.ts';
import { accountsTexts } from './accounts-texts.ts';

type InputProps = ReturnType<ReturnType<typeof useForm<AccountDraft>>['getInputProps']>;

/** The providers this gateway can speak to, its own default first, and what is known of the one chosen. */
export function ProviderField({ chosen, ...input }: InputProps & { readonly chosen: string }) {
  const { t } = useTexts(accountsTexts);
  const { data } = useQuery(accountOptionsQuery(useApi()));
  const detail = useProviderDetail(chosen);
  return (
    <>
      <NativeSelect
        label={t('provider')}
        description={t('provider.help')}
        data={[...(data?.providers ?? [])]}
        data-autofocus
        {...input}
      />
      {detail !== undefined && <ProviderFacts detail={detail} />}
    </>
  );
}

/** What the gateway says of a provider; of its default where none is chosen. */
export function useProviderDetail(chosen: string): ProviderDetail | undefined {
  const { data } = useQuery(accountOptionsQuery(useApi()));
  const id = chosen === '' ? data?.providers[0] : chosen;
  return data?.provider_details.find((detail) => detail.id === id);
}

function ProviderFacts({ detail }: { readonly detail: ProviderDetail }) {
  const { t } = useTexts(accountsTexts);
  const { origin, families, finds_by: findsBy, charges, docs_read: read } = detail;
  return (
    <FactList
      facts={[
        ...(origin === null ? [] : ([[t('provider.origin'), origin]] as const)),
        [
          t('provider.families'),
          families.length === 0 ? t('provider.no-family') : families.join(', '),
        ],
        [t('provider.lost'), t(`provider.finds.${findsBy}`)],
        [t('provider.charges'), t(`provider.charges.${charges}`)],
        ...(read === null ? [] : ([[t('provider.read'), read]] as const)),
      ]}
    />
  );
}
