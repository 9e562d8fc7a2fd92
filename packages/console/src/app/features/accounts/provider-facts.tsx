import type { ProviderDetail } from '../../api/responses.ts';
import { FactList } from '../../shell/fact-list.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { providerTexts } from './provider-texts.ts';

/** What an operator should know of a provider: what it can make, and what a lost response means there. */
export function ProviderFacts({ detail }: { readonly detail: ProviderDetail }) {
  const { t } = useTexts(providerTexts);
  const { origin, finds_by: findsBy, charges, unit, docs_read: read } = detail;
  const { families, catalog, can_be_tested: isTestable } = detail;
  const none = catalog === null ? t('no-family') : t('no-family.catalog', { catalog });
  return (
    <FactList
      facts={[
        ...(origin === null ? [] : ([[t('origin'), origin]] as const)),
        [t('families'), families.length === 0 ? none : families.join(', ')],
        ...(isTestable ? [] : ([[t('test'), t('test.impossible')]] as const)),
        [t('lost'), t(`finds.${findsBy}`)],
        [t('charges'), t(`charges.${charges}`)],
        [t('unit'), t(`unit.${unit}`)],
        ...(read === null ? [] : ([[t('read'), read]] as const)),
      ]}
    />
  );
}
