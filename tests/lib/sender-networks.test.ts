import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toNetworks } from '#server/lib/sender-identity.ts'

const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
const byte = fc.integer({ min: 0, max: 255 })
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count })
const v4 = fc.tuple(byte, byte, byte, byte)

const hex = (bytes: number[]) => Buffer.from(bytes).toString('hex')
const pair = (bytes: readonly number[], at: number) => hex(bytes.slice(at, at + 2))

describe('The networks of a sender', () => {
  it('are the same three for every address inside an IPv6 /64, two inside a /56 and one inside a /48', () => {
    fc.assert(
      fc.property(groups(8), groups(4), byte, group, (one, host, low, subnet) => {
        const address = ['2001', 'db8', ...one.slice(2)]
        const networks = toNetworks(address.join(':'))
        expect(toNetworks([...address.slice(0, 4), ...host].join(':'))).toEqual(networks)
        const high = Number.parseInt(address[3] ?? '', 16) & 0xff00
        const sameSite = [...address.slice(0, 3), (high | low).toString(16), ...host]
        expect(toNetworks(sameSite.join(':'))).toMatchObject({
          site: networks.site,
          block: networks.block,
        })
        const sameBlock = [...address.slice(0, 3), subnet, ...host]
        expect(toNetworks(sameBlock.join(':')).block).toBe(networks.block)
      }),
    )
  })

  it('are an IPv4 address, twice, and its /24', () => {
    fc.assert(
      fc.property(v4, byte, ([a, b, c, d], other) => {
        const networks = toNetworks(`${a}.${b}.${c}.${d}`)
        expect(networks.network).toBe(networks.site)
        expect(toNetworks(`${a}.${b}.${c}.${other}`).block).toBe(networks.block)
        expect(toNetworks(`${a}.${b}.${c}.${(d + 1) % 256}`).network).not.toBe(networks.network)
        expect(toNetworks(`${a}.${b}.${(c + 1) % 256}.${d}`).block).not.toBe(networks.block)
      }),
    )
  })

  it('are those of the IPv4 address behind every form of IPv6 that contains one', () => {
    fc.assert(
      fc.property(v4, groups(5), (bytes, rest) => {
        fc.pre((bytes[0] ?? 0) > 0)
        const text = bytes.join('.')
        const inverted = bytes.map((one) => one ^ 0xff)
        for (const form of [
          `::ffff:${text}`,
          `::FFFF:${pair(bytes, 0)}:${pair(bytes, 2)}`,
          `0:0:0:0:0:ffff:${text}`,
          `::ffff:0:${text}`,
          `::${text}`,
          `64:ff9b::${text}`,
          `64:ff9b:1:${rest[0]}::${text}`,
          `::ffff:${text}:443`,
          `"${text}"`,
          `"[::ffff:${text}]:443"`,
          `2002:${pair(bytes, 0)}:${pair(bytes, 2)}:${rest.join(':')}`,
          `2001:0:${rest.slice(0, 4).join(':')}:${pair(inverted, 0)}:${pair(inverted, 2)}`,
        ])
          expect(toNetworks(form), form).toEqual(toNetworks(text))
      }),
    )
  })

  it('do not depend on spelling, port, brackets or zone', () => {
    for (const [one, other] of [
      ['192.0.2.1:4711', '192.0.2.1'],
      [' 192.0.2.1 ', '192.0.2.1'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['[2001:DB8:0:0::1]', '2001:db8::1'],
      ['fe80::1%eth0', 'fe80::1'],
      ['[fe80::1%eth0]:80', 'fe80::1'],
      ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ] as const)
      expect(toNetworks(one), one).toEqual(toNetworks(other))
  })

  it('are one for all addresses that cannot be read', () => {
    const unreadable = toNetworks('')
    fc.assert(
      fc.property(fc.stringMatching(/^[g-z_]{0,20}$/), (text) => {
        expect(toNetworks(text)).toEqual(unreadable)
      }),
    )
    for (const text of ['unknown', '300.1.1.1', '1.2.3', '2001:db8::1::2', '[::1', '_hidden'])
      expect(toNetworks(text), text).toEqual(unreadable)
  })

  it('of the loopback address and of IPv4 and IPv6 are never equal', () => {
    expect(toNetworks('::1').block).not.toBe(toNetworks('0.0.0.1').block)
    expect(toNetworks('2001:db8::1').block).not.toBe(toNetworks('32.1.13.184').block)
  })
})
