import { expect, it } from 'vitest'
import { entryOf as indexEntryOf } from '#client/book/index/entry.ts'
import { faultsOf } from '#client/desk/clients/form/form-rules.ts'
import { clientsCsv } from '#shared/clients/export.ts'
import {
  type Client,
  emptyClient,
  fieldName,
  fieldNames,
  fieldOf,
  fieldsIn,
} from '#shared/clients/fields.ts'
import {
  columnName,
  exportColumns,
  importTargets,
  targetLabel,
  targetNamed,
} from '#shared/clients/import/import-columns.ts'
import { readRow } from '#shared/clients/import/import-row.ts'
import { kindOf, recordProblems } from '#shared/sync/records.ts'
import { readCsv } from '#tests/support/read-csv.ts'

const whole: Client = {
  name: 'Åse Ødegård',
  location: 'Tromsø, Norway',
  email: 'ase@example.com',
  phone: '+47 900 00 000',
  otherEmails: ['work@example.com'],
  accommodation: 'Quiet rooms',
  dining: ['Vegan', 'No nuts'],
  transport: 'Trains',
  activities: ['Rowing'],
  specialRequests: 'A late breakfast',
  trips: [{ id: 'trip-1-2027-03-01', place: 'Senja', start: '2027-03-01', end: '2027-03-05' }],
  lastContact: '2026-11-20',
  notes: 'Met in Bodø',
  journal: [
    { id: 'note-1-2026-11-01', at: '2026-11-01T09:00:00.000Z', text: 'Rang about Lofoten' },
  ],
  distinctFrom: ['somebody-else'],
}

it('every field has a label of its own, a way to be merged, and a control or a reason for none', () => {
  const labels = fieldNames.map(fieldName)
  expect(new Set(labels).size).toBe(labels.length)
  for (const name of fieldNames) {
    const { label, control, section, merge, empty } = fieldOf(name)
    expect(label, name).not.toBe('')
    expect(merge === 'list', name).toBe(Array.isArray(empty))
    expect(kindOf('client', name), name).toBe(merge)
    expect(control === null, name).toBe(section === null)
  }
  const inForm = (['contact', 'preferences', 'trips'] as const).flatMap(fieldsIn)
  const elsewhere = fieldNames.filter((name) => !inForm.includes(name))
  // Other addresses come from submissions, journal notes from the reading pane, and `distinctFrom`
  // from a decision about duplicates.
  expect(elsewhere).toEqual(['otherEmails', 'journal', 'distinctFrom'])
})

it('an empty client and a whole one are taken by the sync, and only the name is needed', () => {
  const { name: _name, ...rest } = emptyClient
  expect(recordProblems('client', rest)).toEqual({})
  expect(recordProblems('client', emptyClient)).toEqual({ name: 'Please enter a name.' })
  expect(recordProblems('client', whole)).toEqual({})
  expect(faultsOf(whole, emptyClient)).toEqual([])
})

it('what our own table writes of any field, an import reads back as it was', () => {
  const [columns = [], row = []] = readCsv(clientsCsv([{ id: 'c1', ...whole }]))
  expect(columns).toEqual(exportColumns.map(columnName))
  const targets = columns.map(targetNamed)
  expect(targets).toEqual(exportColumns)
  const dateOrders = columns.map(() => undefined)
  const reading = { columns, targets, dateOrders, at: '2026-11-24T08:00:00.000Z' }
  const { distinctFrom: _here, ...told } = whole
  expect(readRow(row, reading, 'nobody')).toMatchObject({ id: 'c1', set: told, unread: [] })
})

it('each column that an address book may have is offered once, under a name of its own that is understood', () => {
  expect(new Set(importTargets).size).toBe(importTargets.length)
  expect(new Set(importTargets.map(targetLabel)).size).toBe(importTargets.length)
  const fields = fieldNames.filter((name) => fieldOf(name).column !== null)
  expect(fields.map((name) => targetNamed(columnName(name)))).toEqual(fields)
})

it('a client is found by a word of each field that a person would remember them by', () => {
  const change = { coll: 'client', id: 'c1', rev: 1, seq: 1, createdAt: 0, updatedAt: 0 } as const
  const { text } = indexEntryOf({ ...change, data: whole })
  const words = ['odegard', 'tromso', 'ase@example.com', 'work@', '90000000', 'quiet', 'no nuts']
  const more = ['trains', 'rowing', 'late breakfast', 'senja', 'bodo', 'lofoten']
  expect([...words, ...more].filter((word) => !text.includes(word))).toEqual([])
  expect(text).not.toContain('somebody-else')
})
