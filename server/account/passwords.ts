import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { Role } from '#shared/account/session-api.ts'
import { business } from '#shared/site/business.ts'

const common = new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))

/** Why a password is not taken, as a sentence for its field; undefined where it is. */
export function passwordFault(
  password: string,
  { email, role }: { email: string; role: Role },
): string | undefined {
  const least = PASSWORD_LENGTH[role]
  if ([...password].length < least) return `At least ${least} characters, please.`
  const folded = password.toLowerCase()
  const own = [email.toLowerCase(), email.split('@')[0]?.toLowerCase(), business.name.toLowerCase()]
  if (common.has(folded) || own.includes(folded) || new Set(folded).size < 3)
    return 'Many people use this password, or it is easy to guess. Please choose another.'
  return undefined
}
