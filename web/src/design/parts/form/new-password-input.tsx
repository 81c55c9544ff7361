import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './new-password-input.module.css';
import { passwordStrength } from './password-strength.ts';

/** The field of a new password, with how strong it is. */
export function NewPasswordInput({
  username,
  ...field
}: TextInputProps & { readonly value: string; readonly username: string }) {
  const strength = passwordStrength(field.value.trim(), username.trim());
  return (
    <div>
      <TextInput {...field} autoComplete="new-password" size="md" />
      <div className={classes.strength} data-score={strength.score}>
        <div className={classes.bar} aria-hidden />
        <span role="status">{strength.label && `Password strength: ${strength.label}`}</span>
      </div>
    </div>
  );
}
