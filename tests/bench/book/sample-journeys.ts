import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { emptyItem, itemKinds } from '#shared/journeys/journey-fields.ts'
import { ordersFor } from '#shared/journeys/order.ts'
import { addDays } from '#shared/lib/date.ts'
import { buildJourneyRecords, toItemId } from '#tests/support/journeys/journey-records.ts'

const DAYS = 10
const places = ['Bergen', 'Svolvær', 'Reine', 'Tromsø', 'Oslo', 'Akureyri', 'Inari', 'Tórshavn']

/**
 * Inserts journeys with items into the database of a server that is not running. They are spread over two
 * years around `today`, and every second one is shared.
 */
export async function insertJourneys(
  dataDir: string,
  { journeys, items, today }: { journeys: number; items: number; today: string },
): Promise<void> {
  await (await openDatabase(dataDir)).close()
  const sqlite = new Sqlite(path.join(dataDir, DATABASE_FILE))
  const insert = sqlite.prepare(
    `INSERT INTO record VALUES (?, ?, ?, 1, 0, 0, '{}', ?, '{}', '[]', 1764000000000, 1764000000000, NULL, NULL)`,
  )
  const { seq: before } = sqlite.prepare('SELECT seq FROM sync_clock').get() as { seq: number }
  let seq = before
  sqlite.transaction(() => {
    for (let number = 1; number <= journeys; number++)
      for (const { coll, id, data } of buildSample(number, { journeys, items, today }))
        insert.run(++seq, coll, id, JSON.stringify(data))
    sqlite.prepare('UPDATE sync_clock SET seq = ?').run(seq)
  })()
  sqlite.close()
}

function buildSample(
  number: number,
  { journeys, items, today }: { journeys: number; items: number; today: string },
) {
  const start = addDays(today, Math.round((730 * number) / journeys) - 365)
  const orders = ordersFor(items)
  return buildJourneyRecords(number, {
    title: `Journey ${number}, by sea`,
    start,
    dayCount: DAYS,
    items: orders.map((order, index) => ({
      ...emptyItem,
      ...{
        id: toItemId(number, index),
        order,
        day: `day${1 + Math.floor((index * DAYS) / items)}`,
      },
      kind: itemKinds[index % itemKinds.length] ?? 'note',
      title: `Item ${index} of journey ${number}`,
      place: places[(number + index) % places.length] ?? '',
      toPlace: places[(number + index + 1) % places.length] ?? '',
      begins: `${String(8 + (index % 4) * 3).padStart(2, '0')}:30`,
      phone: '+47 40 00 00 00',
      confirmation: `C-${number}-${index}`,
      guestText: 'The key is at the harbour office next door. Towels are in the changing room.',
      ownerText: 'On our account.',
    })),
    ...(number % 2 === 0 && { pass: { endsAt: Date.parse(addDays(start, DAYS + 14)) } }),
  })
}
