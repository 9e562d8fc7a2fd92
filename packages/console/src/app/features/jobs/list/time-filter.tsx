import { NativeSelect, TextInput } from '@mantine/core';
import { useAddress } from '../../../shell/use-address.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { jobsTexts } from '../jobs-texts.ts';
import { spans } from './read-filters.ts';

/** When jobs were accepted: a span up to now, or between two instants. */
export function TimeFilter() {
  const { t } = useTexts(jobsTexts);
  const [{ time = '', from = '', until = '' }, change] = useAddress();
  return (
    <>
      <NativeSelect
        label={t('filter.time')}
        value={time}
        onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        data={[
          { value: '', label: t('filter.time.any') },
          ...spans.map((span) => ({ value: span, label: t(`filter.time.${span}`) })),
          { value: 'between', label: t('filter.time.between') },
        ]}
      />
      {time === 'between' && (
        <>
          <TextInput
            type="datetime-local"
            label={t('filter.from')}
            value={from}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t('filter.until')}
            value={until}
            onChange={({ currentTarget }) => change({ until: currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
