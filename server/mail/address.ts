import { business } from '#shared/site/owner/business.ts'
import { toSingleLine } from './typed-text.ts'

export interface Address {
  name: string
  address: string
}

/** The sender, from `MAIL_FROM`: `hello@example.com` or `Name <hello@example.com>`. */
export function parseSenderAddress(mailFrom: string | undefined): Address {
  if (!mailFrom) return { name: business.name, address: business.email }
  const [, name = '', address = mailFrom] = /^(.*?)<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  return { name: toSingleLine(name.replace(/"/g, '')) || business.name, address: address.trim() }
}

/** The address that the owner's mail is sent to: `OWNER_EMAIL`, or else the sender's. */
export function ownerAddress(mail: {
  ownerEmail: string | undefined
  from: string | undefined
}): string {
  return mail.ownerEmail ?? parseSenderAddress(mail.from).address
}

export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}
