import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Input, SimpleGrid, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { accountOptionsQuery } from './accounts-query.ts';
import { accountsTexts } from './accounts-texts.ts';
import { providerTexts } from './provider-texts.ts';

export interface FamilyFieldsProps {
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
  // A family that left the catalog stays on the account until somebody takes it away.
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
