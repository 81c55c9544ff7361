import '@mantine/core/styles/Tooltip.layer.css';

/** Names a control that has only an icon. */
export { Tooltip } from '@mantine/core';
