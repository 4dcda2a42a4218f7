import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listFilesUnder } from '#server/site/build/build-stamp.ts'
import { splitLegalText } from '#shared/content/pages/legal-markup.ts'
import { privacyPage } from '#shared/content/pages/privacy.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file with words that a person may read, with comments, from which words are copied. */
const files = ['client', 'shared', 'server', 'sw', 'docs', 'README.md', 'index.html']
  .flatMap((name) => listFilesUnder(root, name))
  .filter((name) => /\.(tsx?|md|html)$/.test(name))

/** Claims about encryption that are false: the owner's records, with all keys, lie on the server. */
const FALSE_CLAIMS = [
  /never (reach|leave|arrive|touch|get)\w*\b.{0,20}\b(server|device|browser)/i,
  /end[- ]to[- ]end[- ]encrypt/i,
  /zero[- ]knowledge/i,
  /only (you|people|those|guests)\b.{0,30}\bcan (read|open|decrypt|see)/i,
  /(we|server) (cannot|can’t|can't|could not|never) (read|decrypt|open|see)\b.{0,20}\b(journey|copy|document|your)/i,
]

const readWords = (name: string) =>
  fs.readFileSync(path.join(root, name), 'utf8').replace(/\s+(\/\/|\*)?\s*/g, ' ')

test('Nothing claims that the server does not have the key of a journey, or that what lies there is encrypted', () => {
  const found = files.flatMap((name) =>
    FALSE_CLAIMS.flatMap((claim) => {
      const [text] = claim.exec(readWords(name)) ?? []
      return text === undefined ? [] : [`${name}: ${text}`]
    }),
  )
  expect(found).toEqual([])
})

test('The privacy policy names a provider only on the condition that the visitor comes to use it', () => {
  const sentences = privacyPage.text.sections.initial
    .flatMap(({ text }) => splitLegalText(text).flat())
    .flatMap((part) => (typeof part === 'string' ? part.split(/[.;]\s/) : []))
  for (const [name, condition] of [
    ['Stripe', /if you pay by card here/i],
    ['Daily', /if we meet in a video room of this site/i],
  ] as const) {
    const naming = sentences.filter((sentence) => sentence.includes(name))
    expect(naming).toHaveLength(1)
    expect(naming[0]).toMatch(condition)
  }
  for (const sentence of sentences.filter((text) => /payment provider|card number/.test(text)))
    expect(sentence).toMatch(/if you pay by card/i)
})

test('The private link, the privacy policy and the glossary say against whom the key protects, and that the owner’s copy is not encrypted', () => {
  const policy = JSON.stringify(privacyPage.text.sections.initial)
  const places = ['client/desk/journeys/share/share-sheet.tsx', 'docs/glossary.md']
  for (const text of [policy, ...places.map(readWords)]) {
    expect(text).toMatch(/finds the address without (this|that) part cannot read/)
    expect(text).toMatch(/server,? is not encrypted/)
  }
})
