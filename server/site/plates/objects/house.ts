import type { Point } from '../pen.ts'
import { detail, FLAME, FOREST, ground, polygon, shade, shape, still } from './ink.ts'

/** A chair that waits for somebody. */
export function drawChair(): string {
  return still(3, (random) => {
    const seat: Point[] = [
      [118, 246],
      [286, 222],
      [338, 264],
      [160, 294],
    ]
    return [
      ground(random, { x: 232, y: 388, half: 150 }),
      shape('M128 248l-16 128h12l20-126zM284 236l18 112h12l-14-116z'),
      detail('M120 330l186-26', 4),
      shape('M142 92l14 160h12L156 92zM266 74l12 154h12L280 74z'),
      shape('M182 100l8 146h8l-8-146zM212 96l8 146h8l-8-146zM242 92l8 142h8l-8-142z'),
      shape('M132 108c-4-16-2-28 4-36 44-22 96-30 146-20 8 8 10 20 6 34-48-10-104-2-156 22z'),
      shade(
        random,
        [
          [150, 88],
          [280, 66],
          [284, 84],
          [146, 104],
        ],
        { angle: -8, gap: 9 },
      ),
      shape(`${polygon(seat)}`),
      shade(
        random,
        [
          [128, 248],
          [286, 224],
          [334, 264],
          [164, 292],
        ],
        { angle: -9, gap: 11, tone: ([x, y]) => (300 - y) / 60 - (x - 180) / 300 },
      ),
      shade(
        random,
        [
          [270, 76],
          [280, 76],
          [290, 226],
          [280, 228],
        ],
        { angle: 86, gap: 5 },
      ),
      shape('M160 294l178-30v14l-178 30zM118 246l42 48v14l-42-48z'),
      shape('M162 306l-10 98h13l12-100zM322 280l14 96h12l-12-98z'),
      detail('M160 368l176-28', 4),
    ]
  })
}

/** A leather trunk, its straps closed. */
export function drawTrunk(): string {
  return still(13, (random) => {
    const low: Point[] = [
      [84, 262],
      [364, 262],
      [364, 340],
      [84, 340],
    ]
    return [
      ground(random, { x: 224, y: 352, half: 176 }),
      shape('M178 158c-2-34 12-46 46-46s48 12 46 46h-16c2-22-6-30-30-30s-32 8-30 30z'),
      shape(
        'M92 158h264c12 0 20 8 20 20v148c0 12-8 20-20 20H92c-12 0-20-8-20-20V178c0-12 8-20 20-20z',
      ),
      shade(random, low, {
        angle: 1,
        gap: 10,
        tone: ([x, y]) => (x - 150) / 230 + (y - 300) / 120,
      }),
      detail('M72 214h304M84 222h280', 2.8),
      shape('M128 158h28v188h-28zM292 158h28v188h-28z'),
      shade(
        random,
        [
          [142, 160],
          [156, 160],
          [156, 344],
          [142, 344],
        ],
        { angle: 90, gap: 6 },
      ),
      shade(
        random,
        [
          [306, 160],
          [320, 160],
          [320, 344],
          [306, 344],
        ],
        { angle: 90, gap: 6 },
      ),
      shape('M124 232h36v26h-36zM288 232h36v26h-36z', FOREST),
      shape('M208 202h32v30h-32z'),
      shade(
        random,
        [
          [226, 204],
          [240, 204],
          [240, 230],
          [226, 230],
        ],
        { angle: 88, gap: 6 },
      ),
      detail('M224 216v8'),
      shape('M260 150l44-22 20 34-10 34-44-14z'),
      detail('M276 152l24 26', 2.6),
    ]
  })
}

/** A storm lantern, lit. */
export function drawLantern(): string {
  return still(17, (random) => {
    const tank: Point[] = [
      [224, 318],
      [300, 318],
      [308, 372],
      [224, 374],
    ]
    return [
      ground(random, { x: 224, y: 384, half: 120 }),
      detail('M146 214c-18-96 30-150 78-150s96 54 78 150', 4),
      shape('M178 148h92l12 22H166z'),
      shape('M196 124h56l8 24h-72z', FOREST),
      shape('M170 170h108c26 46 26 92-4 136H174c-30-44-30-90-4-136z'),
      shade(
        random,
        [
          [250, 174],
          [278, 174],
          [298, 238],
          [272, 304],
          [250, 304],
          [268, 240],
        ],
        { angle: 84, gap: 8 },
      ),
      shade(
        random,
        [
          [176, 176],
          [192, 176],
          [176, 240],
          [190, 300],
          [176, 300],
          [156, 240],
        ],
        { angle: 96, gap: 12, tone: () => 0.6 },
      ),
      shade(
        random,
        [
          [220, 150],
          [268, 150],
          [278, 168],
          [220, 168],
        ],
        { angle: 2, gap: 6 },
      ),
      shape('M224 206c26 30 30 46 20 62-8 14-32 14-40 0-10-16-6-32 20-62z', FLAME),
      detail('M224 292v-26', 4),
      shape('M160 306h128v14H160z'),
      shape('M152 320h144l14 54c0 6-4 8-10 8H148c-6 0-10-2-10-8z'),
      shade(random, tank, { angle: 2, gap: 8 }),
      detail('M146 178v130M302 178v130', 4),
    ]
  })
}

/** A key on its nail. */
export function drawKey(): string {
  return still(29, (random) => {
    return [
      shape('M224 46a10 10 0 1 1-.1 0z', FOREST),
      detail('M220 62c-12 20-14 36-10 50M230 62c14 20 16 36 10 50', 3),
      shape(
        'M224 98c44 0 66 22 66 54 0 26-16 40-42 48l-6 14h-36l-6-14c-26-8-42-22-42-48 0-32 22-54 66-54zM224 124c-24 0-36 10-36 28 0 20 16 28 36 28s36-8 36-28c0-18-12-28-36-28z',
      ),
      shade(
        random,
        [
          [250, 120],
          [284, 130],
          [284, 180],
          [244, 200],
          [240, 186],
          [262, 170],
          [264, 146],
        ],
        { angle: 70, gap: 8 },
      ),
      shape('M206 214h36v20h-36z'),
      shape('M212 234h24v150h-24z'),
      shade(
        random,
        [
          [224, 238],
          [236, 238],
          [236, 382],
          [224, 382],
        ],
        { angle: 90, gap: 6 },
      ),
      shape('M236 318h52v22h-18v14h18v26h-52z'),
      shade(
        random,
        [
          [240, 322],
          [286, 322],
          [286, 338],
          [240, 350],
        ],
        { angle: 2, gap: 7 },
      ),
      detail('M206 222h36'),
    ]
  })
}

/** A spyglass, drawn out. */
export function drawSpyglass(): string {
  return still(37, (random) => {
    const tube = 'M66 196l150 44-16 58-150-44z'
    return [
      ground(random, { x: 226, y: 364, half: 150 }),
      shape('M208 258l-72 118h14l76-112zM222 262l62 114h14l-60-118z'),
      shape('M328 258l62 18-8 28-62-18z'),
      shape('M214 238l118 34-10 40-118-34z'),
      shape(tube),
      shape('M44 186l24 8-18 66-24-8c-10-4 8-70 18-66z', FOREST),
      shape('M390 272l16 4-10 36-16-4z', FOREST),
      shade(
        random,
        [
          [62, 214],
          [208, 256],
          [198, 298],
          [52, 254],
        ],
        { angle: 16, gap: 8, tone: ([x, y]) => (y - 214 - (x - 58) * 0.29) / 34 },
      ),
      shade(
        random,
        [
          [216, 256],
          [328, 288],
          [322, 312],
          [206, 278],
        ],
        { angle: 16, gap: 7 },
      ),
      shape('M204 234l20 6-20 66-20-6z'),
      detail('M96 206l-16 56M232 244l-10 36', 2.8),
      shape('M212 262a14 14 0 1 1-.1 0z', FOREST),
    ]
  })
}
