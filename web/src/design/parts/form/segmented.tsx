import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

/** One of few values side by side, with its styles. */
export { SegmentedControl } from '@mantine/core';
