import { expect, test } from 'vitest'
import placeLists from '#shared/journeys/places/place-list.json'
import { findPlace } from '#shared/journeys/places/places.ts'
import { isZone } from '#shared/lib/zones/zone-names.ts'

const idOf = (text: string) => findPlace(text)?.id

test.each([
  ['Tromsø', 'tromsø', 'TROMSØ', 'Tromso', 'Tromsoe', 'Tromsø'.normalize('NFD')],
  ['Svolvær', 'Svolvaer', 'svolvar', 'Svolvær harbour', 'Havnepromenaden 4, 8300 Svolvær'],
  ['København', 'Copenhagen', 'Kobenhavn', 'København K', 'Nyhavn 1, 1051 København K, Denmark'],
  ['Aarhus', 'Århus', 'AARHUS', 'Aarhus H'],
  ['Ålesund', 'Aalesund', 'Alesund', 'Hotel Brosundet, Ålesund'],
  ['Þingvellir', 'Thingvellir', 'þingvellir'],
  ['Turku', 'Åbo', 'Abo'],
  ['Ny-Ålesund', 'Ny Ålesund', 'ny-alesund', 'Kings Bay, Ny-Ålesund, Svalbard'],
])('%s is found however it is written', (name, ...others) => {
  const place = findPlace(name)
  expect(place?.name).toBe(name)
  expect(others.map(idOf)).toEqual(others.map(() => place?.id))
})

test('A place keeps the name by which the owner calls it', () => {
  expect(findPlace('copenhagen')?.name).toBe('Copenhagen')
  expect(findPlace('Hotel d’Angleterre, København')?.name).toBe('København')
})

test('The town of an address counts, not the name of the house or of the street', () => {
  expect(idOf('Hotel Oslo, Bergen')).toBe(idOf('Bergen'))
  expect(idOf('Oslo gate 3, Bergen')).toBe(idOf('Bergen'))
  expect(idOf('Bergensgata 4, Oslo')).toBe(idOf('Oslo'))
  expect(idOf('Reine Rorbuer, Lofoten')).toBe(idOf('Reine'))
  expect(idOf('Torshavn (Faroe Islands)')).toBe(idOf('Tórshavn'))
})

test('Å is a village where it stands alone, and a word or an article is not', () => {
  for (const text of ['Å', 'å', 'Å'.normalize('NFD'), 'Å i Lofoten', 'Rorbuer, Å'])
    expect(findPlace(text)?.at).toEqual([12.979, 67.879])
  for (const text of ['A', 'a', 'A table for two', 'Et sted å være'])
    expect(findPlace(text)).toBe(undefined)
})

test('The country, the spelling or the distance decides between two places with the same name', () => {
  const [norwegian, icelandic] = [idOf('Vik'), idOf('Vík')]
  expect(norwegian).not.toBe(icelandic)
  expect(idOf('Vik, Iceland')).toBe(icelandic)
  expect(findPlace('Vik', [-20, 64])?.id).toBe(icelandic)
  expect(findPlace('Vik', [6, 61])?.id).toBe(norwegian)
  expect(findPlace('Húsavík')?.zone).toBe('Atlantic/Reykjavik')
  expect(findPlace('Húsavík, Faroe Islands')?.zone).toBe('Atlantic/Faroe')
  expect(findPlace('Húsavík', [-6.8, 62])?.zone).toBe('Atlantic/Faroe')
  expect(findPlace('Lapland')?.zone).toBe('Europe/Helsinki')
  expect(findPlace('Lapland, Sweden')?.zone).toBe('Europe/Stockholm')
})

test('An airport is the stop of its town', () => {
  for (const text of ['Gardermoen', 'OSL', 'Oslo Airport', 'Oslo lufthavn'])
    expect(findPlace(text)).toMatchObject({ id: idOf('Oslo'), name: 'Oslo' })
  expect(findPlace('Copenhagen Airport')?.name).toBe('Copenhagen')
})

test('A surname, a shop or a sentence is no place', () => {
  for (const text of ['', '   ', 'Maren Lund', 'A salomon shop', 'New York', 'Norway'])
    expect(findPlace(text)).toBe(undefined)
  for (const text of ['The pier, by the harbour office', '+47 400 00 012', '12, 15', '10.30'])
    expect(findPlace(text)).toBe(undefined)
})

test.each([
  '68.234, 14.568',
  '68.234 14.568',
  '68.234,14.568',
  '68,234; 14,568',
  '68,234 14,568',
  'N 68.234 E 14.568',
  '68.234° N, 14.568° E',
  '68°14.04′N 14°34.08′E',
  `68°14'02.4"N 14°34'04.8"E`,
])('%s is a place on the map, in the zone of its neighbours', (text) => {
  const place = findPlace(text)
  expect(place?.at[0]).toBeCloseTo(14.568, 3)
  expect(place?.at[1]).toBeCloseTo(68.234, 3)
  expect(place).toMatchObject({ name: text, zone: 'Europe/Oslo' })
})

test('Coordinates may be south or west, may have a name, and are refused beyond the poles', () => {
  expect(findPlace('64.1° N, 21.9° W')?.at).toEqual([-21.9, 64.1])
  expect(findPlace('64.1, -21.9')?.at).toEqual([-21.9, 64.1])
  expect(findPlace('Our cabin, 68.234, 14.568')).toMatchObject({ name: 'Our cabin' })
  expect(findPlace('-12.5, 130.25')?.zone).toBe('')
  expect(findPlace('91.2, 10.1')).toBe(undefined)
  expect(findPlace('60.1, 181.5')).toBe(undefined)
})

test('A long text of separators or digits is parsed fast', () => {
  for (const text of [' '.repeat(400), ','.repeat(400), '1'.repeat(400), '1,'.repeat(200), '((('])
    expect(findPlace(text)).toBe(undefined)
})

test('Every place of the list is found by each of its names, in the North, and with a zone', () => {
  for (const [country, list] of Object.entries(placeLists)) {
    for (const line of list) {
      const [, names = '', north, east, town] =
        /^[~!]?(.+?) (-?[\d.]+) (-?[\d.]+)(?: > (.+))?$/.exec(line) ?? []
      for (const name of names.split('|')) {
        const place = findPlace(name, [Number(east), Number(north)])
        expect(place?.id, line).toBe(`${town ?? names.split('|')[0]} ${country}`)
        expect(place?.at[0], line).toSatisfy((at: number) => at > -72 && at < 32)
        expect(place?.at[1], line).toSatisfy((at: number) => at > 54.5 && at < 80)
        expect(isZone(place?.zone ?? ''), line).toBe(true)
      }
    }
  }
})
