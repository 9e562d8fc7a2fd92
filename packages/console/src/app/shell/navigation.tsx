import { NavLink } from '@mantine/core';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import styles from './app-frame.module.css';
import { Icon } from './icon.tsx';
import { rooms } from './rooms.ts';
import { shellTexts } from './shell-texts.ts';

/** Links to every page there is. */
export function Navigation() {
  const { t } = useTexts(shellTexts);
  const matchRoute = useMatchRoute();
  return (['create', 'operate', 'govern'] as const).map((section) => {
    const members = rooms.filter((room) => room.section === section);
    if (members.length === 0) return null;
    return (
      <div key={section}>
        <p className={styles['section']}>{t(`section.${section}`)}</p>
        {members.map(({ path, title, icon }) => (
          <NavLink
            key={path}
            className={styles['link'] ?? ''}
            label={t(title)}
            leftSection={<Icon name={icon} />}
            aria-current={matchRoute({ to: path }) === false ? undefined : 'page'}
            renderRoot={(props) => <Link to={path} {...props} />}
          />
        ))}
      </div>
    );
  });
}
