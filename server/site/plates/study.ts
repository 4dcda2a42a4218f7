import { element, plate, seedRandom } from './pen.ts'
import { chartDefinitions, drawChart } from './study/chart.ts'
import { HEIGHT, WIDTH } from './study/places.ts'
import { drawWall, drawWindow, roomDefinitions } from './study/room.ts'
import {
  drawBeam,
  drawCup,
  drawDeskTop,
  drawLamp,
  drawPencil,
  drawRuler,
  thingDefinitions,
} from './study/things.ts'

/** Plate VI: the consultant's desk at night, with a lamp and a chart of one route. */
export function drawStudy(): string {
  const random = seedRandom(41)
  const definitions = element('defs', {}, roomDefinitions + thingDefinitions + chartDefinitions)
  // What is drawn with chance takes its numbers in this order, whatever lies on top.
  const [wall, deskTop, window] = [drawWall(random), drawDeskTop(random), drawWindow(random)]
  const [cup, beam, lamp] = [drawCup(random), drawBeam(random), drawLamp(random)]
  const picture = [
    definitions,
    wall,
    window,
    deskTop,
    drawChart(),
    drawRuler(),
    drawPencil(),
    beam,
    lamp,
    cup,
  ]
  return plate(WIDTH, HEIGHT, picture.join(''))
}
