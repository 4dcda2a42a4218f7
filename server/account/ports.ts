import type { Database } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import type { MailQueue } from '#server/mail/queue.ts'

export interface AccountParts {
  db: Database
  mails: MailQueue
  clock: Clock
  newId: NewId
  log: Logger
  keys: Keys
  /** Without a slash at its end. */
  siteUrl: string
  /** Where passkeys are used; on a machine of one's own, wherever the browser says that it is. */
  origin: string | undefined
  /** Whether tries are counted. */
  throttled: boolean
  /** In place of the library's, which is slow on purpose: for tests alone. */
  passwordHash?: PasswordHash
}

export interface PasswordHash {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

export interface Person {
  id: string
  email: string
  name: string
}

/** What the library asks to be mailed. */
export interface AccountMails {
  /** With the code that confirms the address. */
  confirm(to: Person, token: string): Promise<void>
  /** With the code that allows a new password. */
  reset(to: Person, token: string): Promise<void>
  /** Somebody signed up with an address that has an account. */
  known(to: Person): Promise<void>
}
