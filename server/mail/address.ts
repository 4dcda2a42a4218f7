import { siteContent } from '#shared/content/site-content.ts'
import { isEmailAddress } from '#shared/lib/form-fields.ts'
import { toSingleLine } from './typed-text.ts'

export interface Address {
  name: string
  address: string
}

/** How mails are addressed on behalf of the business. */
export interface MailIdentity {
  sender: Address
  /** Where answers go; absent if the business has no address. */
  replyTo: Address | undefined
  /** The address that the owner's mail is sent to. */
  ownerEmail: string
  /** What a public site lacks to send mail; its mails are then only written to files. */
  lacks: 'sender' | 'server' | null
}

interface MailSettings {
  /** `MAIL_FROM` */
  from: string | undefined
  ownerEmail: string | undefined
  smtpUrl: string | undefined
}

/**
 * The addresses of the business, from the settings and its own address. A public site without
 * a real one names its own host as the sender, in mails that are then only written to files.
 */
export function getMailIdentity(mail: MailSettings, siteUrl: string): MailIdentity {
  const { isPublic, business } = siteContent()
  const own = toIdentityAddress(business.email, business.name)
  const set = mail.from === undefined ? undefined : parseMailFrom(mail.from)
  const chosen = set ? { ...set, name: set.name || business.name } : own
  const isReal = chosen !== undefined && (!isPublic || !isSampleAddress(chosen.address))
  const sender = isReal ? chosen : { name: business.name, address: inventSender(siteUrl) }
  return {
    sender,
    replyTo: own ?? (isReal ? sender : undefined),
    ownerEmail: mail.ownerEmail ?? sender.address,
    lacks: !isReal ? 'sender' : isPublic && !mail.smtpUrl ? 'server' : null,
  }
}

/** For the files of mails that are not sent, which must name a sender. */
function inventSender(siteUrl: string): string {
  const address = `no-reply@${new URL(siteUrl).hostname}`
  return isEmailAddress(address) ? address : 'no-reply@site.invalid'
}

function toIdentityAddress(address: string | null, name: string): Address | undefined {
  return address === null ? undefined : { name, address }
}

/** `MAIL_FROM`: `Name <hello@example.com>`, or `hello@example.com`, whose name is empty. */
export function parseMailFrom(mailFrom: string): Address {
  const [, name = '', address = mailFrom] = /^(.*?)<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  return { name: toSingleLine(name.replace(/"/g, '')), address: address.trim() }
}

export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** At the end of the UIDs of our calendar entries, whose first part is unique by itself. */
export const UID_DOMAIN = 'bookings.invalid'

/** Addresses of our own samples, here and in `.env.example`; a public site never writes from them. */
const SAMPLE_ADDRESSES = ['hello@example.com', 'bookings@example.com']

const isSampleAddress = (address: string) => SAMPLE_ADDRESSES.includes(address.toLowerCase())
