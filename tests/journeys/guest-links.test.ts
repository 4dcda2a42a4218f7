import { describe, expect, test } from 'vitest'
import { createKey } from '#client/lib/encrypt.ts'
import { toMapLink } from '#shared/journeys/contact-links.ts'
import { detectDocumentType, isHeic } from '#shared/journeys/document-type.ts'
import {
  findJourneyLink,
  readJourneyAddress,
  repairJourneyAddress,
  toJourneyPath,
} from '#shared/journeys/link.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { hideJourneyKey, isJourneyPath } from '#shared/site/routes.ts'

const key = createKey()
const link = { id: 'Ab1', key }
const encodeAll = (text: string) =>
  text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)
const whole = `https://lysning.example${toJourneyPath(link)}`

describe('The address of a journey', () => {
  test.each([
    ['the link', '/journey/Ab1', `#${key}`, { id: 'Ab1', key, place: '', isIncomplete: false }],
    ['an item of it', '/journey/Ab1/', `#${key}/j1-c3`, { id: 'Ab1', key, place: 'j1-c3' }],
    ['with a full stop from a mail', '/journey/Ab1', `#${key}.`, { key, isIncomplete: false }],
    ['without its key, if it is saved', '/journey/Ab1', '#/d2', { id: 'Ab1', place: 'd2' }],
    ['of an installed journey', '/journey', '', { place: '', isIncomplete: false }],
    ['with half a key', '/journey/Ab1', `#${key.slice(0, 20)}`, { id: 'Ab1', isIncomplete: true }],
    ['with a longer key', '/journey/Ab1', `#${key}x`, { id: 'Ab1', isIncomplete: true }],
    ['without its id', '/journey/', `#${key}`, { isIncomplete: true }],
    ['with a broken id', '/journey/Ab%201', `#${key}`, { isIncomplete: true }],
  ])('%s', (_what, path, hash, found) => {
    expect(readJourneyAddress(path, hash)).toMatchObject(found)
  })

  test.each([
    ['an encoded hash', `/journey/Ab1%23${key}`, ''],
    ['a hash encoded twice', `/journey/Ab1%2523${key}`, ''],
    ['a hash encoded three times', `/journey/Ab1%252523${key}`, ''],
    ['an encoded hash after a slash', `/journey/Ab1/%23${key}`, ''],
    ['a hash as an HTML entity', '/journey/Ab1&', `#35;${key}`],
    ['a full-width hash', `/journey/Ab1%EF%BC%83${key}`, ''],
    ['an encoded hash and a full stop', `/journey/Ab1%23${key}.`, ''],
    ['an encoded hash and a bracket', `/journey/Ab1%23${key}%3E`, ''],
    ['a bracket and a full stop', '/journey/Ab1', `#${key}).`],
    ['an underscore of Markdown', '/journey/Ab1', `#${key}_`],
    ['a line break', '/journey/Ab1', `#${key.slice(0, 20)}%0D%0A${key.slice(20)}`],
    ['a line break and an indent', '/journey/Ab1', `#${key.slice(0, 20)}%0A%20%20${key.slice(20)}`],
    ['a space', '/journey/Ab1', `#${key.slice(0, 20)}%20${key.slice(20)}`],
    [
      'an encoded hash and a line break',
      `/journey/A%0Ab1%23${key.slice(0, 9)}=%0D%0A${key.slice(9)}`,
      '',
    ],
    ['an invisible character', '/journey/Ab1', `#${key}\u200b`],
    ['a space before the hash', '/journey/Ab1%20', `#${key}`],
    ['a space before an encoded hash', `/journey/Ab1%20%23${key}`, ''],
    ['a no-break space before the hash', '/journey/Ab1%C2%A0', `#${key}`],
    ['an invisible character before the hash', '/journey/Ab1%E2%80%8B', `#${key}`],
    ['a direction mark before the key', '/journey/Ab1', `#%E2%80%8F${key}`],
    ['a soft hyphen', '/journey/Ab1', `#${key.slice(0, 9)}%C2%AD${key.slice(9)}`],
    ['two hashes', '/journey/Ab1', `##${key}`],
    ['two encoded hashes', `/journey/Ab1%23%23${key}`, ''],
    ['a hash as an HTML entity with a zero', '/journey/Ab1&', `#035;${key}`],
    ['a hash as a hexadecimal entity', '/journey/Ab1&', `#X0023;${key}`],
    ['a hash as an encoded entity', `/journey/Ab1%26%2335%3B${key}`, ''],
    ['a hash as an entity of an entity', `/journey/Ab1&amp;num;${key}`, ''],
    ['a hash of quoted-printable', `/journey/Ab1=23${key}`, ''],
    ['a backslash before an encoded hash', `/journey/Ab1%5C%23${key}`, ''],
    ['a mark of quotation', '/journey/Ab1', `#${key.slice(0, 9)}%3E%20${key.slice(9)}`],
    ['the next word', '/journey/Ab1', `#${key}%20Best%20wishes`],
    ['a query', '/journey/Ab1', `?utm_source=mail#${key}`],
    ['a query before an encoded hash', '/journey/Ab1', `?utm_source=mail&x%23${key}`],
    ['every character encoded', `/journey/Ab1%23${encodeAll(key)}`, ''],
  ])('is repaired if a mail program has added or changed: %s', (_what, path, hash) => {
    expect(readJourneyAddress(path, hash)).toMatchObject({ id: 'Ab1', key, isIncomplete: false })
    const repaired = repairJourneyAddress(path + hash)
    expect(repaired.slice(0, repaired.indexOf('#'))).toMatch(/^\/journey\/Ab1\/?$/)
    expect(isJourneyPath(path)).toBe(true)
    expect(hideJourneyKey(path)).not.toContain(key.slice(0, 8))
  })

  test.each([
    ['Markdown', (text: string) => text.replace(/_/g, '\\_')],
    ['a program with non-breaking hyphens', (text: string) => text.replaceAll('-', '\u2011')],
    ['a program with dashes', (text: string) => text.replaceAll('--', '\u2013')],
    ['a program with long dashes', (text: string) => text.replaceAll('--', '\u2014')],
    ['a program that encodes it', (text: string) => text.replace(/[_-]/g, encodeAll)],
  ])('is repaired if %s has rewritten its key', (_who, rewrite) => {
    const spelled = `_a--b-c_${key.slice(8)}`
    const found = { id: 'Ab1', key: spelled }
    expect(readJourneyAddress('/journey/Ab1', `#${rewrite(spelled)}`)).toMatchObject(found)
    expect(findJourneyLink(`lysning.example/journey/Ab1#${rewrite(spelled)}`)).toEqual(found)
  })

  test('keeps its day or item when it is repaired', () => {
    for (const path of [`/journey/Ab1%23${key}%2Fd2`, `/journey/Ab1%23${key}/d2`])
      expect(readJourneyAddress(path, '')).toMatchObject({ id: 'Ab1', key, place: 'd2' })
    expect(isJourneyPath(`/journey/Ab1%23${key}/d2`)).toBe(true)
  })

  test('is left as it is if it is whole', () => {
    for (const address of [
      `/journey/Ab1#${key}`,
      `/journey/Ab1#${key}/d2`,
      '/journey/Ab1#/d2',
      '/journey',
    ])
      expect(repairJourneyAddress(address)).toBe(address)
  })

  test('is logged without what may be its key', () => {
    expect(hideJourneyKey('/journey/Ab1')).toBe('/journey/Ab1')
    expect(hideJourneyKey(`/journey/Ab1%23${key}`)).toBe('/journey/Ab1')
    expect(hideJourneyKey(`/journey%2FAb1%23${key}`)).toBe('/journey%2FAb1')
    expect(hideJourneyKey('/journeys')).toBe('/journeys')
    expect(hideJourneyKey('/admin/journeys/x%23y')).toBe('/admin/journeys/x%23y')
  })

  test('is found in pasted text, also in broken lines, and nowhere else', () => {
    expect(findJourneyLink(`Your journey: <${whole}>`)).toEqual(link)
    expect(findJourneyLink(`${whole.slice(0, 30)}\n  ${whole.slice(30)}`)).toEqual(link)
    expect(findJourneyLink(whole.replace('#', '%23'))).toEqual(link)
    expect(findJourneyLink(`> ${whole.slice(0, 40)}\r\n> ${whole.slice(40)}\r\n> Best`)).toEqual(
      link,
    )
    expect(findJourneyLink(`_${whole}_`)).toEqual(link)
    expect(findJourneyLink(whole.replace('#', '?utm_source=mail#'))).toEqual(link)
    expect(findJourneyLink(whole.slice(0, -1))).toBeUndefined()
    expect(findJourneyLink(`${whole}x`)).toBeUndefined()
    expect(findJourneyLink('https://lysning.example/about')).toBeUndefined()
  })

  test('has one page for all ids', () => {
    expect(['/journey', '/journey/', '/journey/a', '/journey/a/'].every(isJourneyPath)).toBe(true)
    expect(['/journeys', '/journey/a/b', '/journey.html'].some(isJourneyPath)).toBe(false)
  })
})

describe('A phone number as people write it', () => {
  test.each([
    ['+47 400 00 027', 'tel:+4740000027'],
    ['+47 (0)22 12 34 56', 'tel:+4722123456'],
    ['+39 (0)6 6982', 'tel:+39066982'],
    ['\u202a+47\u00a0400 00 027\u202c', 'tel:+4740000027'],
    ['(022) 12.34.56', 'tel:022123456'],
    ['Tel. 400–00–027 (Marit)', 'tel:40000027'],
    ['0047 40000027 ext. 12', 'tel:004740000027'],
    ['+47 40000027 / +47 40000028', 'tel:+4740000027'],
    ['＋４７ 400 00 027', 'tel:+4740000027'],
    ['٤٠٠٠٠٠٢٧', 'tel:40000027'],
    ['+ 47 400 00 027', 'tel:+4740000027'],
    ['112', 'tel:112'],
  ])('%s is called by %s', (text, expected) => {
    expect(toPhoneLink(text)).toBe(expected)
  })

  test.each(['', 'ask Marit', '+', '12', 'javascript:alert(1)'])('“%s” is no number', (text) => {
    expect(toPhoneLink(text)).toBeUndefined()
  })
})

test('An address opens in the map of the phone, whatever is in it', () => {
  expect(toMapLink('Torget 22,\n8300 Svolvær', 'geo')).toBe(
    'geo:0,0?q=Torget%2022%2C%208300%20Svolv%C3%A6r',
  )
  expect(toMapLink('A&b=c?d', 'maps')).toBe('maps:?q=A%26b%3Dc%3Fd')
})

describe('A document is what its first bytes say', () => {
  const bytes = (...parts: (string | number[])[]) =>
    new Uint8Array(
      parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
    )
  test.each([
    ['application/pdf', bytes('%PDF-1.7 …')],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    [undefined, bytes('<!doctype html><script>')],
    [undefined, bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    ['application/pdf', bytes('\r\n%PDF-1.7 …')],
    ['application/pdf', bytes([0xef, 0xbb, 0xbf], '%PDF-1.7 …')],
    ['application/pdf', bytes('Ticket 4711\n', '%PDF-1.4 …')],
    ['application/pdf', bytes(' '.repeat(1019), '%PDF-1.4')],
    [undefined, bytes(' '.repeat(1024), '%PDF-1.4')],
    [undefined, bytes('<html>%PDF-1.4')],
    [undefined, bytes('')],
  ])('%s', (type, content) => {
    expect(detectDocumentType(content)).toBe(type)
  })

  test.each(['heic', 'heix', 'mif1'])('a photograph of an iPhone is known: %s', (brand) => {
    expect(isHeic(bytes([0, 0, 0, 24], 'ftyp', brand))).toBe(true)
    expect(detectDocumentType(bytes([0, 0, 0, 24], 'ftyp', brand))).toBeUndefined()
    expect(isHeic(bytes([0, 0, 0, 24], 'ftypmp42'))).toBe(false)
  })
})
