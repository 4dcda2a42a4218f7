/** Most lines over the base line. */
const MOST_LINES = 4

/** An axis that begins at zero: its lines are round amounts, at most four, and the highest bar fits under its top. */
export interface Scale {
  /** Minor units, without zero. */
  lines: number[]
  /** What the full height stands for, minor units; at least 1. */
  top: number
}

export function scaleFor(highest: number): Scale {
  if (highest <= 0) return { lines: [], top: 1 }
  const step = roundStep(highest / MOST_LINES)
  const count = Math.floor(highest / step)
  return { lines: Array.from({ length: count }, (_, line) => (line + 1) * step), top: highest }
}

/** The next of 1, 2, 2.5, 5, 10 times a power of ten that is no smaller; whole units of money. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least) ?? 10
  return Math.max(factor * power, 100)
}
