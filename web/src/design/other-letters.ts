// Our fonts for all letters. A module of its own because the document has those for Latin, and the
// first screen does not wait for more.
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
