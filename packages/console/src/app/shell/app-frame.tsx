import { ActionIcon, Burger, Group } from '@mantine/core';
import { useDidUpdate, useDisclosure, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useMatchRoute, useNavigate, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../api/api-provider.tsx';
import logo from '../filmgate.svg';
import { sessionQuery } from '../session/session-query.ts';
import { useSessionTraces } from '../session/session-traces.tsx';
import styles from './app-frame.module.css';
import { OperationBanners } from './banners/operation-banners.tsx';
import { ServiceKeyBanner } from './banners/service-key-banner.tsx';
import { Icon } from './icon.tsx';
import { LanguageMenu, SchemeMenu } from './header-select.tsx';
import { consolePages } from './pages.ts';
import { shellTexts } from '../texts/shell.ts';

/** Links to every page. */
function Navigation() {
  const { t } = useTranslation(shellTexts);
  const matchRoute = useMatchRoute();
  return (['create', 'operate', 'govern'] as const).map((section) => {
    const members = consolePages.filter((page) => page.section === section);
    if (members.length === 0) return null;
    return (
      <div key={section}>
        <p className={styles['section']}>{t(`section.${section}`)}</p>
        {members.map(({ path, title, icon }) => (
          <Link
            key={path}
            to={path}
            className={styles['link']}
            aria-current={matchRoute({ to: path }) === false ? undefined : 'page'}
          >
            <Icon name={icon} />
            {t(title)}
          </Link>
        ))}
      </div>
    );
  });
}

/** Width up to which the navigation is behind a button; also in `app-frame.module.css`. */
const narrow = '(max-width: 47.99em)';

/** Frame of every page: header, navigation, content. */
export function AppFrame() {
  const { t } = useTranslation(shellTexts);
  const { isOpen, isOutOfReach, button, toggle } = useMenu();
  return (
    <div className={styles['frame']}>
      <a className="skip-link" href="#content" onClick={focusContent}>
        {t('skip')}
      </a>
      <header className={styles['header']}>
        <Header button={button} isOpen={isOpen} onToggle={toggle} />
      </header>
      <nav
        aria-label={t('pages')}
        className={styles['navigation']}
        data-open={isOpen}
        inert={isOutOfReach}
      >
        <Navigation />
      </nav>
      <main id="content" tabIndex={-1} className={styles['main']}>
        <OperationBanners />
        <ServiceKeyBanner />
        <Outlet />
      </main>
    </div>
  );
}

/** Visibility of the navigation on a phone, where it is behind a button. */
function useMenu() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(close, [path, close]);
  // The focused element disappears with the navigation.
  useDidUpdate(() => {
    if (!isOpen) button.current?.focus();
  }, [isOpen]);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  return { isOpen, isOutOfReach: isNarrow && !isOpen, button, toggle };
}

interface HeaderProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Header({ button, isOpen, onToggle }: HeaderProps) {
  const { t } = useTranslation(shellTexts);
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        ref={button}
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

/** A fragment link would be resolved against the document's base and leave the page. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

/** Ends the session on the server, and deletes its data in every tab. */
function LogoutButton() {
  const { t } = useTranslation(shellTexts);
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { drafts, reportLogout } = useSessionTraces();
  const [hasFailed, setFailed] = useState(false);
  const logOut = async (): Promise<void> => {
    const path = '/api/v1/auth/logout';
    const outcome = await api.ask({ path, method: 'POST' });
    setFailed(outcome.kind !== 'answered');
    if (outcome.kind !== 'answered') return;
    const { queryKey } = sessionQuery(api);
    queries.setQueryData(queryKey, null);
    reportLogout();
    await navigate({ to: '/login' });
    await drafts.remove();
    // After leaving the page: while it is shown it would reload the deleted data and be refused.
    queries.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  };
  const label = hasFailed ? t('logout.failed') : t('logout');
  return (
    <ActionIcon
      variant="subtle"
      color={hasFailed ? 'red' : 'gray'}
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => void logOut()}
    >
      <Icon name="logout" />
    </ActionIcon>
  );
}
