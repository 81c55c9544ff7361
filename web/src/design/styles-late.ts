// What every screen needs but signing in: the document, which has the styles of the start, comes
// with the first round trip of a connection only if it is small.
import '@mantine/core/styles/Skeleton.layer.css';
import './shared-late.css';
