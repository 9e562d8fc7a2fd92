import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { capacityTexts } from '../../texts/capacity.ts';

/** Link to the accounts page. */
export function AccountsLink() {
  const { t } = useTranslation(capacityTexts);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/console/accounts" {...props} />}>
      {t('why.accounts')}
    </Anchor>
  );
}
