import { describe, expect, test } from 'vitest'
import { findBoundaryFaults } from './boundaries.ts'
import { parseSource, readProjectSources } from './project.ts'

test('SQL, HTTP, the accounts library, network, storage, clock, time zone, randomness, formats and the library of menus appear only in their own modules', () => {
  expect(readProjectSources().flatMap(findBoundaryFaults)).toEqual([])
})

describe('Code that breaks the boundary rules', () => {
  test.each([
    ['server/booking/commands.ts', "import { sql } from 'kysely'"],
    ['server/booking/commands.ts', "import Sqlite from 'better-sqlite3'"],
    ['server/booking/commands.ts', "import { query } from '../db/database.ts'"],
    ['server/booking/commands.ts', "import type { Request } from 'express'"],
    ['server/account/accounts.ts', 'const { internalAdapter } = await auth.$context'],
    ['server/account/auth.ts', "import { symmetricDecrypt } from 'better-auth/crypto'"],
    ['client/booking/submit.ts', "await fetch('/functions/x')"],
    ['server/schedule/feed/calendar-sync.ts', "import https from 'node:https'"],
    ['server/schedule/feed/calendar-sync.ts', "import { request } from 'node:http'"],
    ['client/booking/submit.ts', "await window.fetch('/functions/x')"],
    ['client/desk/shell/change-watch.ts', "new EventSource('/functions/x')"],
    ['client/booking/submit.ts', "import Dexie from 'dexie'"],
    ['client/booking/submit.ts', "indexedDB.open('x')"],
    ['shared/booking/slots.ts', 'const now = Date.now()'],
    ['shared/booking/slots.ts', 'const clock = Date.now'],
    ['shared/booking/slots.ts', 'const now = new Date()'],
    ['shared/booking/slots.ts', 'const hour = new Date(start).getHours()'],
    ['client/desk/kit/format-date.ts', 'day.setDate(day.getDate() + 1)'],
    ['client/desk/kit/format-date.ts', 'const day = new Date(2026, 10, 24)'],
    ['server/schedule/store.ts', 'const offset = new Date(0).getTimezoneOffset()'],
    ['server/booking/commands.ts', "import { randomBytes } from 'node:crypto'"],
    ['server/booking/commands.ts', 'const id = crypto.randomUUID()'],
    ['client/booking/submit.ts', 'const id = globalThis.crypto.randomUUID()'],
    ['client/booking/submit.ts', 'const id = Math.random()'],
    ['client/desk/kit/format-date.ts', "new Intl.DateTimeFormat('en-GB', { hour12: true })"],
    [
      'client/desk/kit/format-date.ts',
      'const { timeZone } = Intl.DateTimeFormat().resolvedOptions()',
    ],
    ['server/booking/mail-parts.ts', "new Intl.NumberFormat('nb-NO').format(4000)"],
    ['client/desk/dashboard/dashboard-text.ts', "count.toLocaleString('en-GB')"],
    ['client/desk/dashboard/dashboard-text.ts', 'new Date(0).toLocaleTimeString()'],
    ['client/booking/calendar/zone-select.tsx', "import { Menu } from '@ariakit/react/menu'"],
    ['client/desk/kit/popups/menu-button.tsx', "import { Menu } from '@ariakit/react/menu'"],
    ['client/booking/manage-words.ts', "import { formatAmount } from '../../shared/lib/money.ts'"],
  ])('is reported in %s: %s', (file, text) => {
    expect(findBoundaryFaults(parseSource(file, text)).length).toBeGreaterThan(0)
  })
})

describe('Code that follows the boundary rules', () => {
  test.each([
    ['server/booking/store.ts', "import { query } from '../db/database.ts'"],
    ['server/booking/commands.ts', "import type { Tx } from '../db/database.ts'"],
    ['server/booking/commands.ts', "import { createHash } from 'node:crypto'"],
    ['server/booking/routes.ts', "import type { Request } from 'express'"],
    ['server/lib/safe-fetch.ts', "import https from 'node:https'"],
    ['server/main.ts', "import { createServer } from 'node:http'"],
    ['server/video/daily-client.ts', "await fetch('https://example.com')"],
    ['client/lib/data/api.ts', "await fetch('/functions/x')"],
    ['client/lib/data/event-stream.ts', "new EventSource('/functions/x')"],
    ['shared/booking/slots.ts', 'const day = new Date(0)'],
    ['shared/booking/slots.ts', 'const hour = new Date(start).getUTCHours()'],
    ['shared/lib/wall-time.ts', 'getTimezoneOffset(zone, new Date(0))'],
    ['client/lib/clock.ts', 'const now = Date.now()'],
    ['client/desk/kit/popups/menu.tsx', "import { Menu } from '@ariakit/react/menu'"],
    ['server/lib/ids.ts', "import { randomBytes } from 'node:crypto'"],
    ['shared/lib/format-date.ts', "new Intl.DateTimeFormat('en-GB')"],
    ['client/payment/bill.tsx', "import { formatAmount } from '../../shared/lib/money.ts'"],
  ])('is accepted in %s: %s', (file, text) => {
    expect(findBoundaryFaults(parseSource(file, text))).toEqual([])
  })
})
