import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { capacityTexts } from './capacity-texts.ts';

/** Leads to where an operator can help. */
export function AccountsLink() {
  const { t } = useTexts(capacityTexts);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/console/accounts" {...props} />}>
      {t('why.accounts')}
    </Anchor>
  );
}
