import { useTranslation } from 'react-i18next';
import type { ProviderDetail } from '../../api/responses.ts';
import { FactList } from '../../shell/fact-list.tsx';
import { accountsTexts } from '../../texts/accounts.ts';

/** Returns true if a lost response with an image is resolved in another way than one with a video. */
export function losesImages({
  images_at_once: areAtOnce,
  finds_by: findsBy,
}: ProviderDetail): boolean {
  return areAtOnce && findsBy !== 'none';
}

/** Facts of a provider: its families and the handling of a lost response. */
export function ProviderFacts({ detail }: { readonly detail: ProviderDetail }) {
  const { t } = useTranslation(accountsTexts);
  const { origin, finds_by: findsBy, charges, unit, docs_read: read } = detail;
  const { families, catalog, can_be_tested: isTestable } = detail;
  const none =
    catalog === null ? t('provider.no-family') : t('provider.no-family.catalog', { catalog });
  return (
    <FactList
      facts={[
        ...(origin === null ? [] : ([[t('provider.origin'), origin]] as const)),
        [t('provider.families'), families.length === 0 ? none : families.join(', ')],
        ...(isTestable ? [] : ([[t('provider.test'), t('provider.test.impossible')]] as const)),
        [t('provider.lost'), t(`provider.finds.${findsBy}`)],
        ...(losesImages(detail)
          ? ([[t('provider.lost.images'), t('provider.finds.none')]] as const)
          : []),
        [t('provider.charges'), t(`provider.charges.${charges}`)],
        [t('provider.unit'), t(`provider.unit.${unit}`)],
        ...(read === null ? [] : ([[t('provider.read'), read]] as const)),
      ]}
    />
  );
}
