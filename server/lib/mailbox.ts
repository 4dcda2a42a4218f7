const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, as far as it shows: case and `+tags` make no difference, and
 * Gmail ignores dots. Only for counting and comparing; mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  const [local = '', domain] = [address.slice(0, at), address.slice(at + 1)]
  const untagged = local.slice(0, local.indexOf('+') > 0 ? local.indexOf('+') : undefined)
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
