// Only the components in use, in Mantine's own order; in a layer, so that our rules win regardless
// of specificity.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
// Figtree for text, Fraunces for titles: 57 kB for Latin. Other subsets load where they are read.
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import './fonts.css';
import './tokens.css';
import './base.css';
