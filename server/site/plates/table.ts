import { plate } from './pen.ts'
import { drawBread } from './table/bread.ts'
import { drawCandle, drawGlow } from './table/candle.ts'
import { drawChair } from './table/chair.ts'
import { drawCloth, drawUnderTable } from './table/cloth.ts'
import { drawCovers, drawGlasses } from './table/laid.ts'
import { drawOutdoors } from './table/outdoors.ts'
import { drawRoom } from './table/room.ts'
import { tones } from './table/tones.ts'
import { drawWindow } from './table/window.ts'

/** Plate VIII: a table by the window, laid for two, by the light of one candle. */
export function drawTable(): string {
  const picture = [
    tones(),
    drawRoom(),
    drawWindow(drawOutdoors()),
    drawUnderTable(),
    drawChair(),
    drawCloth(),
    drawGlow(),
    drawCovers(),
    drawBread(),
    drawCandle(),
    drawGlasses(),
  ]
  return plate(1000, 1200, picture.join('\n'))
}
