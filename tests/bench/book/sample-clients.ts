import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type Client, emptyClient } from '#shared/clients/client-fields.ts'

const givenNames = [
  'Astrid',
  'Bjørn',
  'Claire',
  'Daniel',
  'Elísabet',
  'Frøydis',
  'Göran',
  'Håkon',
  'Inés',
  'Jürgen',
]
const familyNames = [
  'Ångström',
  'Sørbø',
  'Marchetti',
  'Okafor',
  'Þórsdóttir',
  'Lindqvist',
  'Kjær',
  'Bell',
  'Virtanen',
  'Æsøy',
]
const places = [
  'Bergen, Norway',
  'Lyon, France',
  'Malmö, Sweden',
  'Akureyri, Iceland',
  'Ålesund, Norway',
  'Aarhus, Denmark',
]
const tastes = [
  'Local seafood',
  'Vegetarian',
  'Tasting menus',
  'No shellfish',
  'Kayaking',
  'Hiking',
  'Art',
  'Sailing',
]
const noteWords =
  'quiet floor with a view of the sea and a late breakfast because the ferry leaves at noon and the children sleep long'.split(
    ' ',
  )

/** The i-th client, the same each time; about 500 bytes of JSON. */
export function buildClient(i: number): Client {
  const pick = <T>(list: readonly T[], step: number): T =>
    list[(i * step + (i >> 3)) % list.length] as T
  const name = `${pick(givenNames, 7)} ${pick(familyNames, 3)} ${i}`
  return {
    ...emptyClient,
    name,
    location: pick(places, 5),
    email: `guest${i}@example.com`,
    phone: `+47 ${String(40_000_000 + i).replace(/(\d\d)(?=\d)/g, '$1 ')}`,
    accommodation: 'Small houses, sea view',
    dining: [pick(tastes, 1), pick(tastes, 3)],
    transport: 'Private driver, boat where possible',
    activities: [pick(tastes, 5)],
    lastContact: `2026-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`,
    notes: Array.from({ length: 18 }, (_, n) => noteWords[(i * 3 + n * 7) % noteWords.length]).join(
      ' ',
    ),
  }
}

/** Inserts `count` clients into the database of a server that is not running. */
export async function insertClients(dataDir: string, count: number): Promise<void> {
  await (await openDatabase(dataDir)).close()
  const sqlite = new Sqlite(path.join(dataDir, DATABASE_FILE))
  const insert = sqlite.prepare(
    `INSERT INTO record VALUES (?, 'client', ?, ?, 0, 0, '{}', ?, '{}', '[]', 1764000000000, 1764000000000, NULL, NULL)`,
  )
  sqlite.transaction(() => {
    for (let i = 1; i <= count; i++) insert.run(i, toClientId(i), 1, JSON.stringify(buildClient(i)))
    sqlite.prepare('UPDATE sync_clock SET seq = ?').run(count)
  })()
  sqlite.close()
}

export function toClientId(i: number): string {
  return `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
}

/** Writes the file that the floor serves. */
export function writeBaselineFile(folder: string, count: number): void {
  fs.writeFileSync(
    path.join(folder, 'clients.json'),
    JSON.stringify(
      Array.from({ length: count }, (_, i) => ({ id: toClientId(i + 1), ...buildClient(i + 1) })),
    ),
  )
}
