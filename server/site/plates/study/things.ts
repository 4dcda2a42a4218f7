import { between, element, linePath, mix, type Point, type Random, round } from '../pen.ts'
import { onChart } from './chart.ts'
import { fill, gradient, ink, line, onPlate, strokes } from './inks.ts'
import { DESK_EDGE, HEIGHT, LAMP, SHADE_RADIUS, WIDTH } from './places.ts'

const [lampX, lampY] = LAMP
/** Middle of the cup, and its height above the saucer. */
const CUP: Point = [668, 640]

export const thingDefinitions =
  gradient('radialGradient', 'wood', {
    place: { ...onPlate, cx: 350, cy: 800, r: 430, gradientTransform: 'matrix(1 0 0 .62 0 304)' },
    stops: [
      [0, '#a07645'],
      [0.45, '#5a4a2e'],
      [1, '#14211a'],
    ],
  }) +
  gradient('linearGradient', 'beam', {
    place: { ...onPlate, x1: 0, y1: lampY, x2: 0, y2: 760 },
    stops: [
      [0, ink.glow, 0.13],
      [1, ink.glow, 0],
    ],
  })

/** The desk: long strokes that run with its boards. */
export function drawDeskTop(random: Random): string {
  let [lit, dark] = ['', '']
  let row = DESK_EDGE + 10
  while (row < HEIGHT) {
    let x = between(random, -20, 40)
    while (x < WIDTH + 20) {
      const length = between(random, 60, 250)
      const fromLight = Math.hypot((x + length / 2 - 390) / 1.25, row - 800)
      if (random() < 0.72) {
        const bend = `${round(length / 2)} ${round(between(random, -2.5, 2.5))}`
        const grain = `M${round(x)} ${round(row)}q${bend} ${round(length)} ${round(between(random, -1.5, 1.5))}`
        if (fromLight < 270) lit += grain
        else dark += grain
      }
      x += length + between(random, 14, 84)
    }
    row += between(random, 5, 10) + (row - 660) / 38
  }
  return (
    fill(`M0 ${DESK_EDGE}h${WIDTH}v${HEIGHT - DESK_EDGE}H0z`, 'url(#study-wood)') +
    line(`M0 ${DESK_EDGE}h${WIDTH}`, ink.bronze, { opacity: 0.7 }) +
    strokes(lit, '#2b2415', { opacity: 0.55 }) +
    strokes(dark, ink.sage, { opacity: 0.17 })
  )
}

/** The ruler lies across the chart, and in its perspective. */
export function drawRuler(): string {
  const corners = [onChart(0.56, 0.9), onChart(0.965, 0.3), onChart(1, 0.36), onChart(0.6, 0.985)]
  const [nearTop, farTop, farBottom, nearBottom] = corners as [Point, Point, Point, Point]
  let marks = ''
  for (let mark = 1; mark < 40; mark++) {
    const from = mix(nearTop, farTop, mark / 40)
    const to = mix(nearBottom, farBottom, mark / 40)
    const length = mark % 10 === 0 ? 0.62 : mark % 5 === 0 ? 0.44 : 0.26
    marks += linePath([from, mix(from, to, length)])
  }
  const shadow = corners.map(([x, y]): Point => [x + 4, y + 7])
  const wood = { d: linePath(corners, true), fill: ink.brass, stroke: ink.umber }
  return (
    fill(linePath(shadow, true), ink.shadow, 0.4) + element('path', wood) + line(marks, ink.umber)
  )
}

export function drawPencil(): string {
  return (
    line('M121 890l148-62', ink.shadow, { width: 7, opacity: 0.4 }) +
    line('M118 884l132-55', '#6a1b2a', { width: 7 }) +
    line('M118 882l132-55', '#d9a9a9', { opacity: 0.7 }) +
    fill('m249 826 3.5 6.5 15-11z', '#e6c696') +
    line('m262.5 823.5 4.5-2.5', '#14211b', { width: 2 })
  )
}

/** The light under the shade: short strokes on straight ways from the lamp to the desk. */
export function drawBeam(random: Random): string {
  let rays = ''
  for (let ray = 0; ray < 30; ray++) {
    const place = (ray + between(random, 0.2, 0.8)) / 30
    const from: Point = [lampX - 90 + 180 * place, lampY + 10]
    const to: Point = [80 + 540 * place, 700]
    let at = between(random, 0.03, 0.15)
    while (at < 0.8) {
      const length = 0.05 + random() * 0.2 * (1 - at * 0.6)
      if (random() > 0.25 + at * 0.5) {
        rays += linePath([mix(from, to, at), mix(from, to, Math.min(at + length, 0.84))])
      }
      at += length + between(random, 0.03, 0.13)
    }
  }
  const beam = `M${lampX - 92} ${lampY}L76 760h550L${lampX + 92} ${lampY}z`
  return (
    fill(beam, 'url(#study-beam)', 0.55) + strokes(rays, ink.glow, { width: 0.9, opacity: 0.42 })
  )
}

/** Strokes on the side of the shade that is away from the window follow its dome. */
function drawDome(random: Random): string {
  let path = ''
  for (let stroke = 0; stroke < 15; stroke++) {
    const place = 0.5 + stroke / 30
    const [top, rim] = [lampX - 14 + place * 28, lampX - 96 + place * 192]
    const start = `${round(top + 4)} ${round(lampY - between(random, 64, 72))}`
    const bend = `${round((top + rim) / 2 + place * 20)} ${lampY - 46}`
    path += `M${start}Q${bend} ${round(rim - 3)} ${round(lampY - between(random, 6, 14))}`
  }
  return line(path, ink.sage, { width: 0.9, opacity: 0.45 })
}

function drawFoot(): string {
  const plate = {
    cx: 164,
    cy: 670,
    rx: 60,
    ry: 14,
    fill: '#1d382c',
    stroke: ink.bronze,
    'stroke-opacity': 0.8,
  }
  const arm = 'M164 668C150 520 150 330 236 270c26-18 58-14 78 12'
  return (
    element('ellipse', { cx: 166, cy: 676, rx: 62, ry: 15, fill: ink.night }) +
    element('ellipse', plate) +
    line(arm, ink.night, { width: 9 }) +
    line(arm, ink.brass, { width: 5 }) +
    line('M166 664C153 520 153 332 238 273c24-16 52-13 70 6', '#f0ddbd', { opacity: 0.8 })
  )
}

export function drawLamp(random: Random): string {
  const dome = `M${lampX - SHADE_RADIUS} ${lampY}c6-52 48-84 98-86c50 2 92 34 98 86`
  return (
    drawFoot() +
    fill(`${dome}z`, '#173026') +
    drawDome(random) +
    line(dome, ink.bronze, { width: 1.2, opacity: 0.85 }) +
    element('ellipse', { cx: lampX, cy: lampY, rx: SHADE_RADIUS, ry: 15, fill: '#f0ddbd' }) +
    element('ellipse', { cx: lampX, cy: lampY + 2, rx: 60, ry: 9, fill: '#fbf8f1' })
  )
}

/** Strokes down the side of the cup that is away from the lamp. */
function drawCupShade(random: Random): string {
  const [x, y] = CUP
  let path = ''
  for (let stroke = 0; stroke < 13; stroke++) {
    const place = stroke / 12
    const start: Point = [
      x - 6 + place * 50,
      y - 44 + 6 * Math.sin(place * 2) + (1 - place) * 22 + random() * 5,
    ]
    const bend = `${round(-2 - place * 5)} ${round(10 + place * 22)}`
    const end = `${round(-place * 13 - 1)} ${round(24 + place * 36 - random() * 7)}`
    path += `M${start.map(round).join(' ')}q${bend} ${end}`
  }
  return line(path, '#3e4a42', { width: 0.9, opacity: 0.75 })
}

export function drawCup(random: Random): string {
  const [x, y] = CUP
  const disc = (down: number, attributes: Record<string, string | number>) =>
    element('ellipse', { cx: x, cy: y + down, ...attributes })
  const handle = (right: number, down: number) =>
    `M${x + 44 + right} ${y - 32 + down}c34-8 36 38-6 42`
  const bowl = `M${x - 50} ${y - 48}c0 50 10 76 32 84h36c22-8 32-34 32-84z`
  const steam = `M${x - 12} ${y - 62}c-16-24 14-36 0-64M${x + 12} ${y - 66}c-10-20 14-30 4-52`
  return (
    disc(46, { rx: 84, ry: 15, fill: ink.night, 'fill-opacity': 0.6, transform: 'translate(14)' }) +
    disc(38, { rx: 76, ry: 15, fill: '#dccfb6', stroke: ink.umber }) +
    disc(35, { rx: 42, ry: 7, fill: '#5a4a2e', 'fill-opacity': 0.6 }) +
    line(handle(0, 0), '#dccfb6', { width: 7 }) +
    line(handle(4, 1), ink.umber) +
    fill(bowl, '#ebe2d0') +
    drawCupShade(random) +
    disc(-48, { rx: 50, ry: 11, fill: ink.paper, stroke: ink.umber }) +
    disc(-46, { rx: 43, ry: 8, fill: ink.umber }) +
    strokes(steam, ink.bronze, { opacity: 0.5 })
  )
}
