import type { Point } from '../pen.ts'
import { detail, FLAME, FOREST, ground, polygon, shade, shape, still } from './ink.ts'

/** A letter, closed with a seal. */
export function drawLetter(): string {
  return still(7, (random) => {
    const body: Point[] = [
      [72, 142],
      [366, 118],
      [384, 300],
      [90, 328],
    ]
    const lower: Point[] = [
      [90, 328],
      [384, 300],
      [262, 214],
      [204, 220],
    ]
    const right: Point[] = [
      [364, 130],
      [382, 298],
      [268, 214],
    ]
    return [
      ground(random, { x: 246, y: 344, half: 168 }),
      shape(polygon(body)),
      shade(random, right, { angle: 84, gap: 13 }),
      shade(random, lower, { angle: -5, gap: 11, tone: ([, y]) => (y - 214) / 90 }),
      detail('M90 328l112-108M384 300l-120-86'),
      shape('M72 142l160 104 134-128z'),
      detail('M96 150l134 84 110-104', 2.2),
      shape('M232 216c18-6 38 4 42 22s-8 34-26 38-36-6-40-24 6-30 24-36z', FOREST),
      detail('M236 228c12-4 24 2 26 14s-6 22-16 24-22-4-24-16 4-18 14-22z', 2.2).replace(
        '#96703f',
        FLAME,
      ),
    ]
  })
}

/** A sea chart, folded twice, with one route. */
export function drawMap(): string {
  return still(11, (random) => {
    const [first, middle, last]: [Point[], Point[], Point[]] = [
      [
        [58, 134],
        [164, 104],
        [164, 312],
        [58, 342],
      ],
      [
        [164, 104],
        [282, 140],
        [282, 348],
        [164, 312],
      ],
      [
        [282, 140],
        [392, 110],
        [392, 318],
        [282, 348],
      ],
    ]
    return [
      ground(random, { x: 226, y: 356, half: 150 }),
      shape(polygon(first)),
      shape(polygon(middle)),
      shape(polygon(last)),
      shade(random, middle, { angle: 90, gap: 12, tone: ([x]) => 1.1 - (x - 164) / 62 }),
      shade(random, last, { angle: 90, gap: 12, tone: ([x]) => 1.1 - (x - 282) / 44 }),
      detail('M58 236c24-22 34-8 50-24s10-44 34-50 12-34 22-44'),
      detail(
        'M392 214c-22-4-28 16-48 20s-12 30-34 36-14 26-28 34c-20 8-30-8-52 4s-20 24-34 20',
        3.2,
      ),
      detail('M196 196c10-10 24-4 26 8s-12 20-22 14-12-14-4-22z'),
      element('M96 296c30 0 44-20 60-38s42-26 66-24 50-10 66-34 40-36 62-42'),
      shape('M96 286a10 10 0 1 1-.1 0z', FOREST),
      shape('M350 148a10 10 0 1 1-.1 0z', FOREST),
    ]
  })
}

/** A dotted line. */
function element(d: string): string {
  return `<path d="${d}" stroke="${FOREST}" stroke-width="5" stroke-linecap="round" stroke-dasharray=".1 13"/>`
}

/** A guest book, open, with a pen beside it. */
export function drawBook(): string {
  return still(19, (random) => {
    const right: Point[] = [
      [226, 150],
      [300, 128],
      [392, 138],
      [396, 300],
      [302, 296],
      [226, 322],
    ]
    return [
      ground(random, { x: 224, y: 346, half: 178 }),
      shape('M44 150l4 178c70-6 130-4 176 16 46-22 104-26 178-22l-2-178z', FOREST),
      shape('M52 138c70-12 128-4 174 14v172c-48-20-104-24-174-14z'),
      shape('M226 152c46-20 98-26 170-14v172c-72-12-124-8-170 14z'),
      shade(random, right, { angle: 86, gap: 11, tone: ([x]) => 1.15 - (x - 226) / 54 }),
      shade(
        random,
        [
          [150, 150],
          [226, 158],
          [226, 318],
          [150, 300],
        ],
        { angle: 94, gap: 11, tone: ([x]) => (x - 186) / 44 },
      ),
      detail(
        'M82 178c36-6 74-4 112 6M82 206c36-6 74-4 112 6M82 234c28-4 50-4 76 0M82 262c36-6 74-4 112 6',
        3,
      ),
      detail('M270 186c30-10 62-12 96-8M270 214c22-6 40-8 62-8', 3),
      shape('M226 152c6-14 16-20 26-22v74l-12-12-14 16z', FOREST),
      shape('M276 286l92-104 16 14-92 104-24 10z'),
      shade(
        random,
        [
          [288, 292],
          [378, 192],
          [384, 196],
          [292, 300],
        ],
        { angle: -48, gap: 7 },
      ),
      detail('M352 200l16 14M284 276l10 10'),
    ]
  })
}

/** A pair of scales, in balance. */
export function drawScales(): string {
  return still(23, (random) => {
    const pan = (x: number) => `M${x - 66} 262c4 34 30 52 66 52s62-18 66-52z`
    const shadow = (x: number): Point[] => [
      [x, 266],
      [x + 62, 266],
      [x + 44, 300],
      [x + 4, 312],
    ]
    return [
      ground(random, { x: 224, y: 376, half: 130 }),
      detail('M104 128l-62 134M104 128l66 134M344 128l-66 134M344 128l62 134', 2.6),
      shape(pan(106)),
      shape(pan(342)),
      shade(random, shadow(106), { angle: 8, gap: 8 }),
      shade(random, shadow(342), { angle: 8, gap: 8 }),
      shape('M216 116h16l6 214h-28z'),
      shade(
        random,
        [
          [226, 120],
          [232, 120],
          [238, 328],
          [226, 328],
        ],
        { angle: 88, gap: 7 },
      ),
      shape('M150 358c10-22 36-30 74-30s64 8 74 30v14H150z'),
      shade(
        random,
        [
          [234, 332],
          [292, 350],
          [296, 370],
          [226, 370],
        ],
        { angle: 2, gap: 8 },
      ),
      shape('M98 122c50-26 200-26 252 0l-2 12c-60-20-190-20-248 0z'),
      shape('M224 78a18 18 0 1 1-.1 0z', FOREST),
    ]
  })
}

/** A wall calendar on its nail. */
export function drawAlmanac(): string {
  return still(31, (random) => {
    const head: Point[] = [
      [116, 146],
      [332, 146],
      [332, 192],
      [116, 192],
    ]
    const days = Array.from({ length: 5 }, (_, week) =>
      Array.from({ length: 6 }, (__, day) => `M${144 + day * 30} ${226 + week * 27}h14`).join(''),
    ).join('')
    return [
      detail('M224 82l-86 64M224 82l86 64', 3),
      shape('M224 70a10 10 0 1 1-.1 0z', FOREST),
      shape('M126 158h216v226H126z'),
      shade(
        random,
        [
          [300, 330],
          [342, 300],
          [342, 384],
          [260, 384],
        ],
        { angle: 90, gap: 8 },
      ),
      shape('M116 146h216v190l-40 38H116z'),
      shape(polygon(head)),
      shade(random, head, { angle: -38, gap: 12 }),
      shade(
        random,
        [
          [220, 194],
          [330, 194],
          [330, 334],
          [296, 370],
          [240, 372],
        ],
        { angle: 84, gap: 12, tone: ([x]) => (x - 270) / 90 },
      ),
      detail(days, 3.4),
      shape('M332 336l-40 38-4-34c14 4 30 4 44-4z'),
      shape('M264 280a11 11 0 1 1-.1 0z', FOREST),
    ]
  })
}
