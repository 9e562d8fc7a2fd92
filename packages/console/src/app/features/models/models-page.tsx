import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import type { ModelFamily } from '../../api/responses.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { Icon } from '../../shell/icon.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useAddress } from '../../shell/use-address.ts';
import { FamilyCard } from './family-card.tsx';
import { matchingIds } from './match-family.ts';
import { modelFamiliesQuery } from './models-query.ts';
import styles from './models-page.module.css';
import { modelsTexts } from '../../texts/models.ts';

/** Model catalog of both surfaces: types, inputs and prices of each family, and its model ids. */
export function ModelsPage() {
  const { t } = useTranslation(modelsTexts);
  const { data, error, refetch } = useQuery(modelFamiliesQuery(useApi()));
  const found = useFound(data?.data);
  const count = found.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <>
      <PageHeading title={t('title')}>
        <Text c="dimmed" role="status">
          {data !== undefined && t('count', { count })}
        </Text>
      </PageHeading>
      <Stack>
        <Filters />
        {error !== null && (
          <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />
        )}
        {data !== undefined && found.length === 0 && (
          <EmptyState icon="search" title={t('empty')}>
            {t('empty.how')}
          </EmptyState>
        )}
        <div className={styles['cards']}>
          {found.map(({ family, ids }) => (
            <FamilyCard key={family.family} family={family} ids={ids} />
          ))}
        </div>
      </Stack>
    </>
  );
}

const nothing: readonly ModelFamily[] = [];

interface Found {
  readonly family: ModelFamily;
  /** Ids of the family that match. */
  readonly ids: readonly string[];
}

function useFound(families: readonly ModelFamily[] = nothing): readonly Found[] {
  const [{ q = '', type, surface }] = useAddress();
  const words = useDeferredValue(q);
  return useMemo(
    () =>
      families
        .filter(({ media_type }) => type === undefined || media_type === type)
        .filter(
          ({ surfaces: offered }) =>
            surface === undefined || offered.some((one) => one === surface),
        )
        .map((family) => ({ family, ids: matchingIds(family, words) }))
        .filter(({ ids }) => ids.length > 0),
    [families, words, type, surface],
  );
}

const types = ['video', 'image'] as const;
const surfaces = ['tasks', 'local'] as const;

function Filters() {
  const { t } = useTranslation(modelsTexts);
  const [{ q = '', type = '', surface = '' }, change] = useAddress();
  return (
    <Group gap="xs" role="search">
      <TextInput
        type="search"
        flex="1 1 14rem"
        aria-label={t('search')}
        placeholder={t('search.placeholder')}
        leftSection={<Icon name="search" size={16} />}
        value={q}
        onChange={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <NativeSelect
        flex="1 1 9rem"
        maw="14rem"
        aria-label={t('filter.type')}
        value={type}
        onChange={({ currentTarget }) => change({ type: currentTarget.value })}
        data={[
          { value: '', label: t('filter.any-type') },
          ...types.map((value) => ({ value, label: t(`type.${value}`) })),
        ]}
      />
      <NativeSelect
        flex="1 1 9rem"
        maw="14rem"
        aria-label={t('filter.surface')}
        value={surface}
        onChange={({ currentTarget }) => change({ surface: currentTarget.value })}
        data={[
          { value: '', label: t('filter.any-surface') },
          ...surfaces.map((value) => ({ value, label: t(`surface.${value}`) })),
        ]}
      />
    </Group>
  );
}
