import { ipKeyGenerator } from 'express-rate-limit'

/** An address in lower case and without spaces around it, for comparing. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, as far as the address shows it: without case, `+tags` and,
 * for Gmail, dots. Only for counting and comparing; mail goes to the address as it was typed.
 */
export function normalizeMailbox(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const [local = '', domain] = [address.slice(0, at), address.slice(at + 1)]
  const untagged = local.slice(0, local.indexOf('+') > 0 ? local.indexOf('+') : undefined)
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Bits of the IPv6 network that each customer of a provider has at least. */
const IPV6_PREFIX = 64

/** The network that counts as one sender: an IPv4 address, or an IPv6 /64. */
export function toNetwork(ip: string): string {
  return ipKeyGenerator(ip, IPV6_PREFIX)
}
