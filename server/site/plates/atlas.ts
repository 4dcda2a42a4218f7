import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { merge } from 'topojson-client'

export type Atlas = Parameters<typeof merge>[0]
export type Countries = Exclude<Parameters<typeof merge>[1], unknown[]>
export type CountryAtlas = Atlas & { objects: { countries: Countries } }

/** Coasts and borders of the world's countries by Natural Earth, 1:10 million. */
export function readAtlas(): CountryAtlas {
  const require = createRequire(import.meta.url)
  const file = require.resolve('world-atlas/countries-10m.json')
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** The countries with these ISO 3166 numbers. */
export function selectCountries(atlas: CountryAtlas, numbers: readonly string[]): Countries {
  const all = atlas.objects.countries
  return {
    ...all,
    geometries: all.geometries.filter(({ id }) => numbers.includes(String(id))),
  }
}

/** What `merge` accepts of these countries. */
export function listAreas({ geometries }: Countries) {
  return geometries.filter((shape) => shape.type === 'Polygon' || shape.type === 'MultiPolygon')
}
