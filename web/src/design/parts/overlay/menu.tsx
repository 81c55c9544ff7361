import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import './menu.css';

/** A menu, with its styles. Load it with what is opened, not with the first screen. */
export { Menu } from '@mantine/core';
