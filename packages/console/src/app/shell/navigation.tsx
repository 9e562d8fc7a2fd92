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
