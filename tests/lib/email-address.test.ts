import fc from 'fast-check'
import { safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { NewAccountEmail } from '#shared/account/api.ts'
import { isEmailAddress, isSameMailbox, parseEmailAddress } from '#shared/lib/form-fields.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'

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
  'a%0d%0a@b.no',
  'a%0D%0ABcc%3Ax@b.no',
  'a%00@b.no',
  'a\u0085@x.no',
  'a\tb@x.no',
  'a@x\u2100.no',
  `${'a'.repeat(65)}@x.no`,
  `${'å'.repeat(33)}@x.no`,
  `a@${'b'.repeat(64)}.no`,
  `a@${'bcdefghij.'.repeat(26)}no`,
]

test('An address in a link cannot add a header, a recipient or a line', () => {
  expect(toMailtoLink('kari@x.no')).toBe('mailto:kari@x.no')
  expect(toMailtoLink('a?bcc=b@x.no')).toBe('mailto:a%3Fbcc%3Db@x.no')
  expect(toMailtoLink('a%0d%0a@b.no')).toBe('mailto:a%250d%250a@b.no')
  expect(toMailtoLink('a&b@x.no', 'c#d@x.no')).toBe('mailto:a%26b@x.no,c%23d@x.no')
})

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
        if (address.indexOf('@') <= 64 && !/%0[0ad]/i.test(address))
          expect(isEmailAddress(address)).toBe(true)
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
