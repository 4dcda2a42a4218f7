import { ipKeyGenerator } from 'express-rate-limit'

/** For comparing: without the differences that mail ignores. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, as far as it shows: case and `+tags` make no difference, and
 * Gmail ignores dots. Only for counting and comparing; mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const [local = '', domain] = [address.slice(0, at), address.slice(at + 1)]
  const untagged = local.slice(0, local.indexOf('+') > 0 ? local.indexOf('+') : undefined)
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** One customer of a provider has at least this much of IPv6 to itself, in bits. */
const IPV6_PREFIX = 64

/** The network that an address belongs to as far as one sender goes: an IPv4 address, or an IPv6 /64. */
export function networkOf(ip: string): string {
  return ipKeyGenerator(ip, IPV6_PREFIX)
}
