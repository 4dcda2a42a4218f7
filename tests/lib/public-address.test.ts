import { expect, test } from 'vitest'
import { isPublicAddress } from '#server/lib/safe-fetch.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.251',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:93.184.215.14',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not on the open internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])(
  '%s is on the open internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
