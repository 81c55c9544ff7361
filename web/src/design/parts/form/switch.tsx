import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';

/** A setting that is on or off at once, with its styles. The first screen has none. */
export { Switch } from '@mantine/core';
