import { BlockList, isIPv4, isIPv6 } from 'node:net'

// After the IANA registries of special-purpose addresses. Addresses of version 6 that carry one of
// version 4 are refused whole: nobody publishes a calendar there, and what they lead to is hidden.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Within what is given out at all, 2000::/3. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')
const givenOutV6 = listOf(['2000::/3'], 'ipv6')

/** Whether an address lies on the open internet: not on this machine, nor in any network of its own. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return givenOutV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

function listOf(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}
