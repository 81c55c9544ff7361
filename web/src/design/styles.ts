// Only the components in use, in Mantine's own order; in a layer, so that our rules win regardless
// of specificity.
import './reset.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Input.layer.css';
import './fonts.css';
import './tokens.css';
import './shared.css';
import './base.css';
