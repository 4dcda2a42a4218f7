import { linePath, type Point, type Random, seedRandom, shortLinePath } from '../pen.ts'
import { cut, hatch } from './burin.ts'
import { downwards, fill, gradient, ink, line } from './ink.ts'
import { readPoints } from './path-data.ts'
import { HORIZON } from './view.ts'

const SHORE = HORIZON + 4

/** The peak across the sound, from its foot in the gap to the right edge. */
export const peakSkyline = readPoints(
  `514 566 531 549 552 540 566 521 586 509 601 488 610 466 627 457 636 431 645 421 654 399
   660 372 672 361 680 330 693 318 698 293 707 280 713 288 720 270 727 262 737 289 744 283
   757 310 768 321 775 347 788 354 799 336 811 330 819 342 830 338 843 368 857 384 872 380
   884 402 902 421 915 413 931 438 953 453 969 448 986 467 1004 475`,
)

/**
 * The planes of the peak that look away from the dawn: from a summit down its rib, which leans
 * towards the light, and back up the gully to the next notch.
 */
const peakShades = [
  `636 431 631 453 634 468 612 494 613 512 592 540 611 529 618 533 636 508 638 494 652 470
   648 446 645 421`,
  `727 262 714 296 720 322 699 362 704 388 678 428 681 458 655 494 657 516 629 552 655 538
   668 543 690 508 706 514 722 476 741 470 748 432 768 410 765 380 788 354 775 347 768 321
   757 310 744 283 737 289`,
  `811 330 799 362 806 386 790 410 801 436 818 441 832 470 851 466 866 490 880 478 878 452
   902 421 884 402 872 380 857 384 843 368 830 338 819 342`,
  `915 413 903 440 910 458 896 484 906 502 926 498 948 522 972 514 1004 540 1004 475
   986 467 969 448 953 453 931 438`,
].map(readPoints)

/** The planes that the dawn reaches, each between a gully and the next rib. */
const peakLights = [
  `531 549 566 521 601 488 610 466 636 431 631 453 634 468 612 494 613 512 592 540 570 560`,
  `645 421 660 372 680 330 698 293 727 262 714 296 720 322 699 362 704 388 678 428 681 458
   655 494 657 516 629 552 622 540 640 510 652 470`,
  `788 354 811 330 799 362 806 386 790 410 770 450 748 470 768 410`,
  `902 421 915 413 903 440 910 458 896 484 884 500 878 452`,
].map(readPoints)

/** A lower spur in front of the peak. */
const spurSkyline = readPoints(
  `676 566 694 549 708 541 722 519 735 512 747 488 758 482 769 459 776 452 783 461 797 463
   811 486 829 492 846 514 869 521 893 540 924 547 966 566`,
)
const spurShade = readPoints(
  `776 452 770 476 777 494 759 520 764 538 744 562 770 552 788 558 812 544 838 556 866 548
   893 560 924 547 893 540 869 521 846 514 829 492 811 486 797 463 783 461`,
)

/** The mountain on our side of the sound, behind the boathouses. */
export const slopeSkyline = readPoints(
  `-4 262 18 270 33 262 52 291 70 298 88 327 109 322 128 352 151 371 166 401 190 412
   214 444 238 440 263 471 291 482 315 506 349 513 374 533 405 542 436 557 462 568`,
)
const slopeShade = readPoints(
  `33 262 52 291 70 298 88 327 80 372 92 420 70 470 76 566 -4 566 -4 420 22 380 14 330`,
)

const farSkyline = readPoints(
  `370 568 398 546 417 541 431 524 444 530 453 511 463 504 470 515 483 507 497 527 511 521
   528 537 543 533 561 546 600 568`,
)

export const mountainDefinitions =
  gradient('linearGradient', { id: 'harbour-spur', ...downwards }, [
    [0, '#21412f'],
    [1, '#4d6149'],
  ]) +
  gradient('linearGradient', { id: 'harbour-peak', ...downwards }, [
    [0, '#1a382c'],
    [0.55, '#2c4d3d'],
    [1, '#5f6f53'],
  ]) +
  gradient('linearGradient', { id: 'harbour-slope', y2: 1 }, [
    [0, '#10241c'],
    [1, '#26463a'],
  ])

function fadeTowardsWater([, y]: Point): number {
  return Math.min(1, Math.max(0.05, (SHORE - y) / 190))
}

/** Cuts come in clusters, with bare rock between them. */
function cluster([x, y]: Point): number {
  return 0.75 + 0.6 * Math.sin(x / 13 + y / 31) * Math.cos(y / 23 - x / 37)
}

function drawFarRange(): string {
  return (
    fill(shortLinePath(farSkyline, true), '#7d7c58') +
    line(shortLinePath(farSkyline.slice(3, -2)), ink.cream, [0.9, 0.7])
  )
}

function drawPeakCuts(random: Random): string {
  const cold = [...peakShades, spurShade].map((outline, index) =>
    hatch(random, {
      outline,
      angle: [58, 61, 54, 57, 50][index] ?? 60,
      spacing: [2.6, 7.5],
      length: [10, 56],
      gap: [4, 22],
      weight: [0.7, 1.3],
      tool: 'wedge',
      tone: (point) => 1.75 * fadeTowardsWater(point) * cluster(point),
    }),
  )
  const warm = peakLights.map((outline, index) =>
    hatch(random, {
      outline,
      angle: [128, 116, 120, 112][index] ?? 118,
      spacing: [3, 8],
      length: [10, 48],
      gap: [4, 26],
      weight: [0.8, 1.6],
      tool: 'wedge',
      tone: (point) => 1.8 * fadeTowardsWater(point) * cluster(point),
    }),
  )
  return fill(cold.join(''), ink.sage, 0.42) + fill(warm.join(''), ink.bronze, 0.62)
}

function drawPeak(random: Random): string {
  const outline = shortLinePath([...peakSkyline, [1004, SHORE + 2]], true)
  const shades = peakShades.map((shade) => shortLinePath(shade, true))
  const summit = peakSkyline.findIndex(([x]) => x >= 727)
  return (
    fill(outline, 'url(#harbour-peak)') +
    fill(shades.join(''), ink.night, 0.42) +
    fill(shortLinePath(spurSkyline, true), 'url(#harbour-spur)') +
    fill(shortLinePath(spurShade, true), ink.night, 0.36) +
    drawPeakCuts(random) +
    line(shortLinePath(spurSkyline.slice(1, 9)), ink.bronze, [0.9, 0.75]) +
    line(shortLinePath(peakSkyline.slice(summit)), ink.sage, [0.9, 0.5]) +
    line(shortLinePath(peakSkyline.slice(0, summit + 1)), ink.cream, [1.2, 0.9])
  )
}

function drawSlope(random: Random): string {
  const outline: Point[] = [...slopeSkyline, [-4, 640]]
  const cuts = hatch(random, {
    outline,
    angle: 57,
    spacing: [4, 12],
    length: [18, 70],
    gap: [8, 46],
    weight: [0.4, 0.9],
    tool: 'wedge',
    tone: ([x, y]) => 0.75 - (y - 260) / 600 - x / 1200,
  })
  return (
    fill(shortLinePath(outline, true), 'url(#harbour-slope)') +
    fill(shortLinePath(slopeShade, true), ink.night, 0.35) +
    fill(cuts, ink.sage, 0.34) +
    line(shortLinePath(slopeSkyline.slice(0, 12)), ink.sage, [0.9, 0.4]) +
    line(shortLinePath(slopeSkyline.slice(11)), ink.bronze, [1.2, 0.8])
  )
}

/** A thin mist lies along the far shore, and parts the mountains from the water. */
const mist: readonly (readonly [x: number, y: number, length: number])[] = [
  [402, 556, 128],
  [470, 561, 210],
  [655, 553, 190],
  [618, 562, 150],
  [806, 560, 180],
  [733, 546, 70],
  [548, 551, 66],
]

function drawMist(): string {
  const strokes = mist.map(([x, y, length]) =>
    cut({ from: [x, y], to: [x + length, y], weight: 1.6 }),
  )
  const shoreLine = linePath([
    [380, SHORE],
    [1000, SHORE + 1],
  ])
  return fill(strokes.join(''), ink.cream, 0.4) + line(shoreLine, ink.night, [1.2, 0.5])
}

export function drawMountains(): string {
  const random = seedRandom(733)
  return drawFarRange() + drawPeak(random) + drawSlope(random) + drawMist()
}
