import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawArchipelago } from './archipelago.ts'
import { drawHarbour } from './harbour.ts'
import { drawDunes } from './night/dunes.ts'
import { drawFallsPlate } from './night/falls.ts'
import { drawLodge } from './night/lodge.ts'
import { drawTaiga } from './night/taiga.ts'
import { writeNordicShores } from './nordic.ts'
import { drawAlmanac, drawBook, drawLetter, drawMap, drawScales } from './objects/desk.ts'
import { drawChair, drawKey, drawLantern, drawSpyglass, drawTrunk } from './objects/house.ts'
import { drawSun } from './objects/sun.ts'
import { drawRouteChart, writeRouteOverlays } from './route-charts.ts'
import { drawStudy } from './study.ts'
import { drawTable } from './table.ts'
import { drawWinter } from './winter.ts'

/** `npm run plates` draws the engravings again and writes them to `client/ui/plates`. */
const plates: Record<string, () => string> = {
  winter: drawWinter,
  study: drawStudy,
  arch: () => drawArchipelago('day'),
  'arch-night': () => drawArchipelago('night'),
  'route-lofoten': () => drawRouteChart('lofoten'),
  'route-lapland': () => drawRouteChart('lapland'),
  'route-denmark': () => drawRouteChart('denmark'),
  harbour: drawHarbour,
  table: drawTable,
  taiga: drawTaiga,
  lodge: drawLodge,
  falls: drawFallsPlate,
  dunes: drawDunes,
  'objects/letter': drawLetter,
  'objects/map': drawMap,
  'objects/book': drawBook,
  'objects/scales': drawScales,
  'objects/almanac': drawAlmanac,
  'objects/chair': drawChair,
  'objects/trunk': drawTrunk,
  'objects/lantern': drawLantern,
  'objects/key': drawKey,
  'objects/sun': drawSun,
  'objects/spyglass': drawSpyglass,
}

const folder = fileURLToPath(new URL('../../../client/ui/plates/', import.meta.url))
const [wanted] = process.argv.slice(2)
for (const [name, draw] of Object.entries(plates)) {
  if (wanted && !name.startsWith(wanted)) continue
  const svg = draw()
  fs.writeFileSync(`${folder}${name}.svg`, svg)
  process.stdout.write(`${name}.svg: ${(svg.length / 1024).toFixed(1)} KiB\n`)
}

const overlays = new URL('../../../client/site/services/route-charts.json', import.meta.url)
if (!wanted || wanted.startsWith('route-')) fs.writeFileSync(overlays, writeRouteOverlays())

if (!wanted || wanted === 'nordic') fs.writeFileSync(`${folder}nordic.json`, writeNordicShores())
