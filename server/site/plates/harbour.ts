import { boatDefinitions, drawBoat } from './harbour/boat.ts'
import { boathouseDefinitions, drawBoathouses } from './harbour/boathouses.ts'
import { PEN_WIDTH } from './harbour/ink.ts'
import { drawMole, moleDefinitions } from './harbour/mole.ts'
import { bollardDefinitions } from './harbour/mooring.ts'
import { drawMountains, mountainDefinitions } from './harbour/mountains.ts'
import { drawQuay, quayDefinitions } from './harbour/quay.ts'
import { drawSky, skyDefinitions } from './harbour/sky.ts'
import { HEIGHT, WIDTH } from './harbour/view.ts'
import { drawWater, waterDefinitions } from './harbour/water.ts'
import { element, plate } from './pen.ts'

const definitions = [
  skyDefinitions,
  mountainDefinitions,
  waterDefinitions,
  boathouseDefinitions,
  moleDefinitions,
  boatDefinitions,
  quayDefinitions,
  bollardDefinitions,
]

/** Plate VII: a fishing harbour before sunrise. */
export function drawHarbour(): string {
  const scene = [
    drawSky(),
    drawMountains(),
    drawWater(),
    drawBoathouses(),
    drawMole(),
    drawBoat(),
    drawQuay(),
  ]
  const pen = {
    'stroke-width': PEN_WIDTH,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  return plate(
    WIDTH,
    HEIGHT,
    element('defs', {}, definitions.join('')) + element('g', pen, scene.join('')),
  )
}
