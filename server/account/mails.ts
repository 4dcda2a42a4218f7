import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { buttonBlock, type MailContent, noteBlock, textBlock } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import { getBusiness } from '#shared/content/site-content.ts'

export interface AccountMailParts {
  db: Database
  mails: MailQueue
  clock: Clock
  keys: Keys
  /** Without a trailing slash. */
  siteUrl: string
}

interface Person {
  id: string
  email: string
  name: string
}

const recipientEntries = { email: v.string(), name: v.string() }
const TokenMailData = v.object({ ...recipientEntries, token: v.string() })
const RecipientData = v.object(recipientEntries)
const PasswordChangedData = v.object({
  ...recipientEntries,
  passkeys: v.array(v.object({ name: v.string(), createdAt: v.nullable(v.string()) })),
  hasSecondFactor: v.boolean(),
})

/**
 * Purpose under which `Keys` encrypts the codes in queued mails. They are stored encrypted,
 * because a code is enough to take the account over.
 */
const TOKEN_PURPOSE = 'account code'

/**
 * Queues the mails that better-auth asks for. The link holds its code after the `#`, which a
 * browser does not send, so that no server log holds it.
 */
export function createAccountMails(parts: AccountMailParts) {
  const { db, mails, keys, clock } = parts
  registerMails(parts)
  const queue = (kind: string, once: string, data: object) =>
    db.write(async (tx) => {
      await mails.add(tx, { kind, dedupeKey: once, bookingId: null, data })
    })
  const queueCode = (kind: string, to: Person, token: string) =>
    queue(kind, fingerprint(token), {
      ...toRecipientData(to),
      token: keys.encrypt(TOKEN_PURPOSE, token),
    })
  return {
    /** The mail with the code that confirms the address. */
    confirm: (to: Person, token: string) => queueCode('account-confirm', to, token),
    /** The mail with the code that allows a new password. */
    reset: (to: Person, token: string) => queueCode('account-reset', to, token),
    /** The mail for a sign-up with an address that already has an account. */
    known: (person: Person) =>
      // At most once an hour, so that repeated sign-ups cannot fill somebody else's mailbox.
      queue(
        'account-known',
        `${person.id}:${Math.floor(clock() / 3_600_000)}`,
        toRecipientData(person),
      ),
  }
}

function toRecipientData({ email, name }: Person) {
  return { email, name }
}

function registerMails({ mails, keys, siteUrl }: AccountMailParts): void {
  const withCode = (kind: string, act: string, write: (url: string) => MailContent) =>
    mails.on({
      kind,
      data: TokenMailData,
      render: async ({ email, name, token }) => {
        const code = keys.decrypt(TOKEN_PURPOSE, token)
        // The key that encrypted the code is lost, and verifications are deleted with it.
        if (code === undefined) return undefined
        const url = `${siteUrl}/auth/callback#${act}=${encodeURIComponent(code)}`
        return { to: { name, address: email }, content: write(url) }
      },
    })
  withCode('account-confirm', 'confirm', confirmMail)
  withCode('account-reset', 'reset', resetMail)
  mails.on({
    kind: 'account-known',
    data: RecipientData,
    render: async ({ email, name }) => ({
      to: { name, address: email },
      content: existingAccountMail(siteUrl),
    }),
  })
  mails.on({
    kind: 'account-password-changed',
    data: PasswordChangedData,
    render: async (changed) => ({
      to: { name: changed.name, address: changed.email },
      content: passwordChangedMail(changed, `${siteUrl}/account`),
    }),
  })
}

const getReason = () =>
  `You received this email because this address was used for an account with ${getBusiness().name}.`

function confirmMail(url: string): MailContent {
  return {
    subject: 'Please confirm your email address',
    preview: 'One step, and your account is ready.',
    title: 'Is this your address?',
    blocks: [
      textBlock('Someone, hopefully you, created an account on this site with this address.'),
      buttonBlock('Confirm the address', url),
      noteBlock('The link works once, for 24 hours. If it was not you, do nothing.'),
    ],
    reason: getReason(),
  }
}

function resetMail(url: string): MailContent {
  return {
    subject: 'Choose a new password',
    preview: 'The link works for one hour.',
    title: 'A new password',
    blocks: [
      textBlock('Someone, hopefully you, asked for a new password for your account.'),
      buttonBlock('Choose a new password', url),
      noteBlock(
        'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.',
      ),
    ],
    reason: getReason(),
  }
}

function passwordChangedMail(
  { passkeys, hasSecondFactor }: v.InferOutput<typeof PasswordChangedData>,
  url: string,
): MailContent {
  const names = passkeys.map(({ name, createdAt }) =>
    [toSingleLine(name) || 'Without a name', createdAt && `added on ${createdAt.slice(0, 10)}`]
      .filter(Boolean)
      .join(', '),
  )
  const passkeyText =
    names.length === 0
      ? 'The account has no passkeys.'
      : `These passkeys can still sign in: ${names.join('; ')}. Remove any that you do not know.`
  return {
    subject: 'Your password was changed',
    preview: 'Please look at what else can sign in.',
    title: 'Your password was changed',
    blocks: [
      textBlock(
        'The password of your account was changed by a link from an email. All sessions were ended.',
      ),
      textBlock(`${passkeyText} Two-step verification is ${hasSecondFactor ? 'still on' : 'off'}.`),
      buttonBlock('Review your account', url),
      noteBlock(
        'If it was not you, ask for a new password at once, and make your mailbox safe first.',
      ),
    ],
    reason: getReason(),
  }
}

function existingAccountMail(siteUrl: string): MailContent {
  return {
    subject: 'You already have an account',
    preview: 'Nothing was changed.',
    title: 'You already have an account',
    blocks: [
      textBlock(
        'Someone, hopefully you, tried to create an account with this address. It already has one, and nothing was changed.',
      ),
      buttonBlock('Go to the site', siteUrl),
      noteBlock('If you do not remember the password, ask for a new one where you sign in.'),
    ],
    reason: getReason(),
  }
}

export function alarmMail(url: string): MailContent {
  return {
    subject: 'Someone keeps trying to sign in to your account',
    preview: 'They were stopped. You can still sign in.',
    title: 'Someone is trying to sign in',
    blocks: [
      textBlock(
        'There were too many failed attempts to sign in to your account, or too many requests for emails to it. Further attempts from there are blocked for 15 minutes.',
      ),
      textBlock(
        'You can still sign in: with a passkey, or with your password on any device that you have used before.',
      ),
      buttonBlock('Review your account', url),
      noteBlock('If it was you, there is nothing to do. This email is sent at most once a day.'),
    ],
    reason: 'You received this email because you own this site.',
  }
}
