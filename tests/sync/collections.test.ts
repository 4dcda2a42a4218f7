import { describe, expect, it } from 'vitest'
import {
  type Collection,
  collectionNames,
  findField,
  findParent,
  formatFieldValue,
  getCollection,
  getFieldLabel,
  getPersonCollection,
  getRecordPath,
  isRecordId,
  listExtensions,
  validateRecord,
} from '#shared/sync/collections.ts'

describe.each(collectionNames)('The collection %s', (coll) => {
  const { fields, personalData, parent, exported, noun } = getCollection(coll)

  it('has a name for its records and for each of its fields', () => {
    expect(noun).toMatch(/^[A-Z]/)
    for (const [name, { label }] of Object.entries(fields)) expect(label, name).toMatch(/^[A-Z]/)
  })

  it('accepts as new what it says is the empty value of a field, unless it must be filled in', () => {
    for (const [name, { empty, isHidden, isRequired }] of Object.entries(fields)) {
      const isRefused = Object.keys(validateRecord(coll, { [name]: empty })).length > 0
      if (!isHidden) expect([name, isRefused]).toEqual([name, isRequired ?? false])
    }
  })

  it('belongs to a collection that exists, and is erased with it', () => {
    expect(personalData.kind === 'of parent').toBe(parent !== null)
    if (parent) expect(collectionNames).toContain(parent.coll)
  })

  it('names people in fields that it has', () => {
    const named = {
      'of one person': () =>
        personalData.kind === 'of one person' ? personalData.addressFields : [],
      'of people': () => (personalData.kind === 'of people' ? [personalData.field] : []),
      'of parent': () => [],
      'of nobody': () => [],
    }[personalData.kind]()
    for (const name of named) expect(findField(coll, name), name).toBeDefined()
  })

  it('has a row for each record on a device if it names people or is a part of a person’s record, as searches for these read', () => {
    const isOfPeople =
      personalData.kind === 'of people' || parent?.coll === getPersonCollection().coll
    expect(isOfPeople && getCollection(coll).rows === 'packed').toBe(false)
  })

  it('shows an empty value of each field as text, without braces or brackets', () => {
    for (const [field, { empty }] of Object.entries(getCollection(coll).fields))
      expect(formatFieldValue({ coll, field }, empty), field).not.toMatch(/[[\]{}]|undefined|null/)
  })

  it('is shown on a page of the desk, itself or with what it belongs to', () => {
    expect(getRecordPath(coll, 'an-id')).toMatch(/^\/admin\//)
  })

  it('names the client that it belongs to in a field, which passes on to the other client of a merge', () => {
    if (parent?.coll === getPersonCollection().coll) expect(parent.idIn).toBeTypeOf('object')
  })

  it('is exported with a person’s data if it names anybody, unless it opens what others have too', () => {
    expect(exported === null).toBe(personalData.kind === 'of nobody' || coll === 'journey-keys')
  })

  it('has no field that belongs to a record that extends it', () => {
    for (const { name, fields: others, parent: extended } of listExtensions(coll)) {
      for (const [field, { empty }] of Object.entries(others)) {
        expect(validateRecord(coll, { [field]: empty }), `${field} of ${name}`).toEqual({
          [field]: 'This field belongs to another record.',
        })
        expect(getFieldLabel(coll, field)).toBe(findField(name, field)?.label)
      }
      const note = findField(coll, extended.editedIn)
      expect([note?.merge, note?.isHidden]).toEqual(['latest', true])
    }
  })
})

it('No two collections are one section of an export', () => {
  const sections = collectionNames.flatMap((coll) => getCollection(coll).exported?.section ?? [])
  expect(new Set(sections).size).toBe(sections.length)
})

it('People are the records of one collection, so that an id names one person', () => {
  expect(getPersonCollection()).toEqual({ coll: 'client', addressFields: ['email', 'otherEmails'] })
})

it('A part finds the record that it belongs to by its id or by a field', () => {
  const whole: { coll: Collection; id: string } = { coll: 'journey', id: 'lofoten' }
  expect(findParent({ coll: 'journey-item', id: 'lofoten-sauna' }, {})).toEqual(whole)
  expect(findParent({ coll: 'journey-keys', id: 'lofoten' }, {})).toEqual(whole)
  expect(findParent({ coll: 'guest-pass', id: 'pass' }, { journey: 'lofoten' })).toEqual(whole)
  expect(findParent({ coll: 'guest-pass', id: 'pass' }, { journey: 7 })).toBeUndefined()
  expect(findParent({ coll: 'client', id: 'ada' }, {})).toBeUndefined()
})

it('An id of another form is refused, so that it cannot pass for a part of something else', () => {
  expect(isRecordId('journey', 'lofoten-sauna')).toBe(false)
  expect(isRecordId('journey-item', 'lofoten')).toBe(false)
  expect(isRecordId('journey-item', 'lofoten-sauna-2')).toBe(false)
  expect(isRecordId('client', 'anything at all')).toBe(true)
})
