import { expect, it } from 'vitest'
import { toIndexEntry as indexEntryOf } from '#client/data/index/index-entry.ts'
import { validateClient } from '#client/desk/clients/form/client-validation.ts'
import { formatClientsCsv } from '#shared/clients/client-export.ts'
import {
  type Client,
  emptyClient,
  fieldNames,
  getField,
  listSectionFields,
} from '#shared/clients/client-fields.ts'
import {
  exportColumns,
  findTarget,
  getColumnName,
  getTargetLabel,
  importTargets,
} from '#shared/clients/import/import-columns.ts'
import { parseRow } from '#shared/clients/import/import-row.ts'
import { getFieldLabel, getMergeKind, validateRecord } from '#shared/sync/collections.ts'
import { parseCsv } from '#tests/support/lib/csv-parser.ts'

const completeClient: Client = {
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
  imports: [{ id: 'some-import', at: 1, added: '0123456789' }],
}

it('Every client field has its own label, a merge rule, and a form control or a reason for none', () => {
  const labels = fieldNames.map((field) => getFieldLabel('client', field))
  expect(new Set(labels).size).toBe(labels.length)
  for (const name of fieldNames) {
    const { label, control, section, merge, empty } = getField(name)
    expect(label, name).not.toBe('')
    expect(merge === 'list', name).toBe(Array.isArray(empty))
    expect(getMergeKind('client', name), name).toBe(merge)
    expect(control === null, name).toBe(section === null)
  }
  const inForm = (['contact', 'preferences', 'trips'] as const).flatMap(listSectionFields)
  const elsewhere = fieldNames.filter((name) => !inForm.includes(name))
  // Other addresses come from submissions, journal notes from the reading pane, `distinctFrom` from a
  // decision about duplicates, and `imports` from imports.
  expect(elsewhere).toEqual(['otherEmails', 'journal', 'distinctFrom', 'imports'])
})

it('The sync accepts empty and complete clients, and requires only the name', () => {
  const { name: _name, ...rest } = emptyClient
  expect(validateRecord('client', rest)).toEqual({})
  expect(validateRecord('client', emptyClient)).toEqual({ name: 'Please enter a name.' })
  expect(validateRecord('client', completeClient)).toEqual({})
  expect(validateClient(completeClient, emptyClient)).toEqual([])
})

it('An import reads back every field of our own export unchanged', () => {
  const [columns = [], row = []] = parseCsv(formatClientsCsv([{ id: 'c1', ...completeClient }]))
  expect(columns).toEqual(exportColumns.map(getColumnName))
  const targets = columns.map(findTarget)
  expect(targets).toEqual(exportColumns)
  const dateOrders = columns.map(() => undefined)
  const reading = { columns, targets, dateOrders, importedAt: '2026-11-24T08:00:00.000Z' }
  const { distinctFrom: _here, imports: _marks, ...expected } = completeClient
  expect(parseRow({ cells: row }, reading)).toMatchObject({
    id: 'c1',
    set: expected,
    unreadable: [],
  })
})

it('Each import column is offered once, under a unique name that the import recognises', () => {
  expect(new Set(importTargets).size).toBe(importTargets.length)
  expect(new Set(importTargets.map(getTargetLabel)).size).toBe(importTargets.length)
  const fields = fieldNames.filter((name) => getField(name).column !== null)
  expect(fields.map((name) => findTarget(getColumnName(name)))).toEqual(fields)
})

it('A client is found by a word from any field by which a person would remember them', () => {
  const change = { coll: 'client', id: 'c1', rev: 1, seq: 1, createdAt: 0, updatedAt: 0 } as const
  const { searchText: text } = indexEntryOf({ ...change, data: completeClient })
  const words = ['odegard', 'tromso', 'ase@example.com', 'work@', '90000000', 'quiet', 'no nuts']
  const more = ['trains', 'rowing', 'late breakfast', 'senja', 'bodo', 'lofoten']
  expect([...words, ...more].filter((word) => !text.includes(word))).toEqual([])
  expect(text).not.toMatch(/somebody-else|some-import/)
})
