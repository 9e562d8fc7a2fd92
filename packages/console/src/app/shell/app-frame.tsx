import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import logo from '../filmgate.svg';
import styles from './app-frame.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { LogoutButton } from './logout-button.tsx';
import { Navigation } from './navigation.tsx';
import { SchemeMenu } from './scheme-menu.tsx';
import { ServiceKeyBanner } from './service-key-banner.tsx';
import { shellTexts } from './shell-texts.ts';

/** What stands around every page: header, navigation, content. */
export function AppFrame() {
  const { t } = useTexts(shellTexts);
  const [isOpen, menu] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(menu.close, [path, menu.close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip-link" href="#content" onClick={focusContent}>
        {t('skip')}
      </a>
      <AppShell.Header className={styles['bar'] ?? ''}>
        <Header isOpen={isOpen} onToggle={menu.toggle} />
      </AppShell.Header>
      <AppShell.Navbar
        p="sm"
        aria-label={t('pages')}
        className={styles['bar'] ?? ''}
        data-open={isOpen}
      >
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={styles['main'] ?? ''}>
        <ServiceKeyBanner />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Header({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { t } = useTexts(shellTexts);
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={isOpen}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t('menu')}
        aria-expanded={isOpen}
      />
      <Link to="/video" className={styles['brand'] ?? ''}>
        <img src={logo} alt="" width={26} height={26} />
        {t('product')}
      </Link>
      <Group gap={4} ml="auto" wrap="nowrap">
        <LanguageMenu />
        <SchemeMenu />
        <LogoutButton />
      </Group>
    </Group>
  );
}

/** A fragment would be resolved against the document's base, and lead elsewhere. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
