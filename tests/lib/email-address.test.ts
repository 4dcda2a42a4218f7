import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { NewAccountEmail } from '#shared/account/api.ts'
import { isEmailAddress, isSameMailbox, parseEmailAddress } from '#shared/lib/form-fields.ts'

const accepted = [
  "o'hara+tag@x.no",
  'first.last@sub.example.co.uk',
  'a@b.co',
  'UPPER@Example.com',
  'under_score-dash@example.museum',
  "!#$%&'*+/=?^_`{|}~-@example.com",
  'kari@bücher.example',
  'kari@xn--bcher-kva.example',
  'ærlig@sørbø.no',
  '用户@例子.中国',
  'अजय@डाटा.भारत',
]

const refused = [
  '',
  'not an email',
  'not',
  'an@',
  '@x.no',
  'a@b',
  'a@b.c',
  'a@@b.no',
  'a@b@c.no',
  'a b@x.no',
  '.a@x.no',
  'a.@x.no',
  'a..b@x.no',
  'a@x..no',
  'a@-x.no',
  'a@x-.no',
  'a@x.no.',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  '"a b"@x.no',
  'A <a@x.no>',
  'a@x.no,b@x.no',
  'a@x.no\r\nBcc: b@x.no',
  'a\u202eb@x.no',
  'a\u0000@x.no',
  'a@x\u2100.no',
  `${'a'.repeat(65)}@x.no`,
  `${'å'.repeat(33)}@x.no`,
  `a@${'b'.repeat(64)}.no`,
  `a@${'bcdefghij.'.repeat(26)}no`,
]

describe('An email address', () => {
  test.each(accepted)('can be %s', (address) => {
    expect(isEmailAddress(address)).toBe(true)
  })

  test.each(refused)('cannot be %j', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  test('is stored without the spaces around it and with its domain in ASCII', () => {
    expect(parseEmailAddress('  Kari@BÜCHER.example ')).toBe('Kari@xn--bcher-kva.example')
    expect(parseEmailAddress('ÆRLIG@x.no')).toBe('ærlig@x.no')
  })

  test('is the same mailbox with its domain in Unicode or ASCII, and in upper or lower case', () => {
    expect(isSameMailbox('Kari@Bücher.example', 'kari@xn--bcher-kva.example')).toBe(true)
    expect(isSameMailbox('kari@example.com', 'käri@example.com')).toBe(false)
  })

  test('has one stored form, which is itself a valid address and contains no header separator', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const address = parseEmailAddress(text)
        if (address === undefined) return
        expect(parseEmailAddress(address)).toBe(address)
        expect(address).not.toMatch(/[\s<>()[\]",;:\\\p{C}]/u)
      }),
    )
  })

  test('in a usual form is never refused', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        if (address.indexOf('@') <= 64) expect(isEmailAddress(address)).toBe(true)
      }),
    )
  })

  test('of a new account is accepted only if the account store can find it again', () => {
    const isAccepted = (text: string) => safeParse(NewAccountEmail, text).success
    expect(accepted.filter((address) => !isAccepted(address))).toEqual([
      "!#$%&'*+/=?^_`{|}~-@example.com",
      'ærlig@sørbø.no',
      '用户@例子.中国',
      'अजय@डाटा.भारत',
    ])
  })
})
