import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './new-password-input.module.css';
import { passwordStrength } from './password-strength.ts';

type Field = TextInputProps & { readonly value: string };

/** The fields of a new password, with how strong it is, and of the same once more. */
export function NewPasswordInputs({
  password,
  confirmation,
  username,
  label = 'New password',
  type,
  description,
  autoFocus,
}: {
  readonly password: Field;
  readonly confirmation: Field;
  /** Whose it is; blank if that is not known. */
  readonly username: string;
  readonly label?: string;
  readonly type: 'text' | 'password';
  /** What the site asks of a password. */
  readonly description: string | undefined;
  readonly autoFocus?: boolean;
}) {
  const strength = passwordStrength(password.value.trim(), username.trim());
  const both = { type, autoComplete: 'new-password', size: 'md' } as const;
  return (
    <>
      <div>
        <TextInput {...password} {...both} label={label} description={description} autoFocus={autoFocus} />
        <div className={classes.strength} data-score={strength.score}>
          <div className={classes.bar} aria-hidden />
          <span role="status">{strength.label && `Password strength: ${strength.label}`}</span>
        </div>
      </div>
      <TextInput {...confirmation} {...both} label={`Confirm ${label.toLowerCase()}`} />
    </>
  );
}
