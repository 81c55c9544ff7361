import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';

/** A choice of one, with its styles. Load it with what needs it, not with the first screen. */
export { Radio } from '@mantine/core';
