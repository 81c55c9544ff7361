import { lengthOf } from '@parlour/contracts/checks';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';

/** From this shortest length on, a site wants real passwords, and the common ones are refused as well. */
const strictFrom = 8;

/** What is tried first when passwords are guessed, of eight characters and more. */
const common = new Set(
  `12345678 123456789 1234567890 0123456789 12341234 11111111 00000000 88888888 87654321 987654321 9876543210 123123123 123321123
  11223344 1122334455 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 zaq12wsx qwer1234 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 aa123456 a1234567 a12345678 password passwort
  password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword p4ssw0rd pa55word passpass letmein1 letmein123 welcome1 welcome123
  changeme changeme1 changeme123 admin123 admin1234 administrator iloveyou iloveyou1 iloveyou2 loveyou1 sunshine sunshine1 princess princess1
  football football1 baseball baseball1 basketball superman superman1 batman123 starwars pokemon1 whatever trustno1 michelle jennifer
  computer internet samsung1 google123 facebook linkedin monkey123 dragon123 master123 shadow123 michael1 jordan23 charlie1 liverpool
  chocolate butterfly mustang1 corvette mercedes killer123 secret123 hello123 hellohello test1234 testtest testing123 guest123 user1234
  default1 parlour1 parlour123 parlourparlour`
    .split(/\s+/)
    .filter((password) => password !== ''),
);

/** What a new password may be on this site, trimmed by the caller. Source: security, "Session". */
export function checkPassword(password: string, minLength: number): Fault | undefined {
  if (lengthOf(password) < minLength) return { code: 'password.tooShort', text: messages.passwordTooShort(minLength) };
  if (minLength >= strictFrom && common.has(password.toLowerCase())) {
    return { code: 'password.common', text: messages.passwordCommon };
  }
  return undefined;
}
