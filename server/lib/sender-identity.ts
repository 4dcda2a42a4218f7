import { isIPv4, isIPv6 } from 'node:net'

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

/**
 * The three networks that an IP address belongs to, in bits of IPv4 and of IPv6. A provider gives
 * one home an IPv4 address or an IPv6 /56, one of its lines a /64, and a small company a /48, about
 * what a /24 is among IPv4 addresses (RFC 6177).
 */
const PREFIX_BITS = {
  block: { 4: 24, 6: 48 },
  site: { 4: 32, 6: 56 },
  network: { 4: 32, 6: 64 },
} as const

export type NetworkKind = keyof typeof PREFIX_BITS

interface Address {
  family: 4 | 6
  /** 4 or 16 numbers. */
  bytes: number[]
}

/**
 * The networks of a sender's address, as texts for comparing. The address is what a socket or a
 * proxy's `X-Forwarded-For` names: it may have a port or a zone. All addresses that cannot be read
 * count as one sender.
 */
export function toNetworks(ip: string): Record<NetworkKind, string> {
  const address = readAddress(ip)
  const toText = (kind: NetworkKind) => (address ? formatPrefix(address, kind) : 'unreadable')
  return { block: toText('block'), site: toText('site'), network: toText('network') }
}

function formatPrefix({ family, bytes }: Address, kind: NetworkKind): string {
  const bits = PREFIX_BITS[kind][family]
  return `${Buffer.from(bytes.slice(0, bits / 8)).toString('hex')}/${bits}`
}

function readAddress(text: string): Address | undefined {
  const host = stripPort(text.replace(/[\s"]/g, '')).replace(/%.*$/s, '')
  if (isIPv4(host)) return { family: 4, bytes: readV4(host) }
  if (!isIPv6(host)) return undefined
  const bytes = readV6(host)
  const embedded = readEmbeddedV4(bytes)
  return embedded ? { family: 4, bytes: embedded } : { family: 6, bytes }
}

/** Removes the port of `192.0.2.1:80`, `::ffff:192.0.2.1:80` and `[2001:db8::1]:80`, and the brackets. */
function stripPort(text: string): string {
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  return inBrackets ?? /^([\da-f:]*\d+(?:\.\d+){3}):\d+$/i.exec(text)?.[1] ?? text
}

function readV4(text: string): number[] {
  return text.split('.').map(Number)
}

function readV6(text: string): number[] {
  // The URL parser writes a trailing IPv4 address as two groups.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const [before, after] = [toGroups(head), toGroups(tail ?? '')]
  const zeros = Array<number>(8 - before.length - after.length).fill(0)
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff])
}

function toGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

interface EmbeddedV4 {
  /** The first bytes of such an address. */
  prefix: number[]
  /** Position of the IPv4 address. */
  at: number
  /** The bits are inverted. */
  isInverted?: boolean
}

const zeros = (count: number) => Array<number>(count).fill(0)

/** Forms of IPv6 in which the sender is an IPv4 address. */
const EMBEDDED_V4: readonly EmbeddedV4[] = [
  // Mapped (RFC 4291), translated (RFC 2765) and NAT64 (RFC 6052, RFC 8215).
  { prefix: [...zeros(10), 0xff, 0xff], at: 12 },
  { prefix: [...zeros(8), 0xff, 0xff, 0, 0], at: 12 },
  { prefix: [0, 0x64, 0xff, 0x9b, ...zeros(8)], at: 12 },
  { prefix: [0, 0x64, 0xff, 0x9b, 0, 1], at: 12 },
  // 6to4 (RFC 3056) and Teredo (RFC 4380).
  { prefix: [0x20, 0x02], at: 2 },
  { prefix: [0x20, 0x01, 0, 0], at: 12, isInverted: true },
]

function readEmbeddedV4(bytes: number[]): number[] | undefined {
  const form = EMBEDDED_V4.find(({ prefix }) => prefix.every((byte, at) => bytes[at] === byte))
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && (bytes[12] ?? 0) > 0
  if (!form) return isCompatible ? bytes.slice(12) : undefined
  const embedded = bytes.slice(form.at, form.at + 4)
  return form.isInverted ? embedded.map((byte) => byte ^ 0xff) : embedded
}
