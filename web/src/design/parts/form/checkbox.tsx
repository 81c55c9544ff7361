import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

/** A choice of yes or no in a form, with its styles. The first screen has none. */
export { Checkbox } from '@mantine/core';
