import { line } from '../harbour/ink.ts'
import { between, type Random } from '../pen.ts'

interface Water {
  width: number
  /** From the far shore down to the edge of the plate. */
  shore: number
  foot: number
  /** The path of light on the water: its middle, and half of its width there and here. */
  glow: { x: number; near: number; far: number; ink: string }
}

/** Still water: level dashes, short and close by the far shore, long and few near us. */
export function drawWater(random: Random, { width, shore, foot, glow }: Water): string {
  const [cool, warm]: [string[], string[]] = [[], []]
  for (let y = shore + 5; y < foot; y += between(random, 2, 3.6) + (y - shore) * 0.028) {
    const depth = (y - shore) / (foot - shore)
    for (let x = between(random, -80, 60); x < width; ) {
      const length = between(random, 26, 120) * (0.5 + depth)
      const aside = Math.abs(x + length / 2 - glow.x) / (glow.near + depth * (glow.far - glow.near))
      const dash = `M${Math.round(x)} ${Math.round(y)}h${Math.round(length)}`
      if (random() < Math.exp(-(aside ** 2)) * 0.8) warm.push(dash)
      else if (random() < 0.26) cool.push(dash)
      x += length + between(random, 12, 130)
    }
  }
  return line(cool.join(''), '#a9c2ae', [0.8, 0.26]) + line(warm.join(''), glow.ink, [1, 0.6])
}
