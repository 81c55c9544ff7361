import {
  IconBell,
  IconChevronDown,
  IconDeviceGamepad2,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconMessageCircleQuestion,
  IconMessages,
  IconPlus,
} from '../../../design/parts/look/icons.tsx';
import { useSiteTexts } from '../../../shared/state/site.ts';
import { Brand } from '../brand.tsx';
import header from '../header/header.module.css';
import { sections } from '../sidebar/navigation.ts';
import bar from '../phone-bar.module.css';
import shell from '../shell.module.css';
import sidebar from '../sidebar/sidebar.module.css';
import classes from './static-shell.module.css';

/**
 * The frame before anything is known, in the places of the real one: the document has it, so that
 * something is drawn before the page's script is there, which shows it too until the session is
 * known. Nothing in it can be used.
 */
export function StaticShell() {
  const { name } = useSiteTexts();
  return (
    <>
      <p role="status" className="visually-hidden">
        Opening <bdi data-site-name>{name}</bdi>…
      </p>
      <div aria-hidden>
        <div className={header.header}>
          <span className={header.icon}>
            <IconMenu2 size={22} />
          </span>
          <span className={header.brand}>
            <Brand />
          </span>
          <div className={header.searchBox}>
            <IconSearch size={18} className={header.searchIcon} />
            <div className={`${header.searchInput} ${classes.search}`}>
              <span className={classes.wide}>Search questions…</span>
              <span className={classes.phone}>Search…</span>
            </div>
            <span className={header.jump}>
              <kbd className={header.keys}>Ctrl K</kbd>
            </span>
          </div>
          <div className={header.icons}>
            <span className={header.icon}>
              <IconBell size={22} stroke={1.7} />
            </span>
            <span className={header.profile}>
              <span className={header.icon}>
                <span className={classes.disc} />
              </span>
              <span className={header.more}>
                <IconChevronDown size={16} />
              </span>
            </span>
            <span className={header.apart} />
            <span className={header.icon}>
              <IconLogout size={22} stroke={1.7} />
            </span>
          </div>
        </div>
        <div className={shell.frame} data-sidebar>
          <div className={`${shell.sidebar} ${classes.sidebar}`}>
            <div className={sidebar.list}>
              {sections.map(({ label, icon: Icon, entries }) => (
                <span key={label} className={sidebar.entry}>
                  <Icon size={20} stroke={1.7} />
                  {label}
                  {entries && <IconChevronDown size={16} className={sidebar.chevron} />}
                </span>
              ))}
            </div>
          </div>
          <div className={shell.content}>
            <div className={classes.title} />
            <div className={classes.card} data-rail />
          </div>
        </div>
        <div className={bar.lower}>
          <span className={bar.place}>
            <IconMessageCircleQuestion size={24} stroke={1.7} />
            Questions
          </span>
          <span className={bar.place}>
            <IconMessages size={24} stroke={1.7} />
            Talk
          </span>
          <span className={bar.place}>
            <span className={bar.plus}>
              <IconPlus size={24} />
            </span>
          </span>
          <span className={bar.place}>
            <IconDeviceGamepad2 size={24} stroke={1.7} />
            Games
          </span>
          <span className={bar.place}>
            <span className={classes.disc} data-small />
            You
          </span>
        </div>
      </div>
    </>
  );
}
