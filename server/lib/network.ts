import { ipKeyGenerator } from 'express-rate-limit'

/** One customer of a provider has at least this much of IPv6 to itself, in bits. */
const IPV6_PREFIX = 64

/** The network that an address belongs to as far as one sender goes: an IPv4 address, or an IPv6 /64. */
export function networkOf(ip: string): string {
  return ipKeyGenerator(ip, IPV6_PREFIX)
}
