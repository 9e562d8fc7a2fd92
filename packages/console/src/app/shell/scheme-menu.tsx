import { useMantineColorScheme } from '@mantine/core';
import { useTexts } from '../texts/use-texts.ts';
import { HeaderSelect } from './header-select.tsx';
import type { IconName } from './icon.tsx';
import { shellTexts } from './shell-texts.ts';

const icons = { light: 'sun', dark: 'moon', auto: 'screen' } as const satisfies {
  readonly [scheme: string]: IconName;
};

export function SchemeMenu() {
  const { t } = useTexts(shellTexts);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <HeaderSelect
      label={t('scheme')}
      icon={icons[colorScheme]}
      value={colorScheme}
      options={(['light', 'dark', 'auto'] as const).map((value) => ({
        value,
        text: t(`scheme.${value}`),
      }))}
      onPick={setColorScheme}
    />
  );
}
