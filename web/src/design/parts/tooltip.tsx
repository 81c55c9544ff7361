import '@mantine/core/styles/Tooltip.layer.css';

/** What a control without words does, with its styles. */
export { Tooltip } from '@mantine/core';
