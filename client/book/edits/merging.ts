type Compare = (a: number, b: number) => number

/** Orders that become one, as far as somebody asks for it: the first lines need not wait for the last. */
export class Merging {
  /** In order, as far as `filled`. */
  readonly places: Uint32Array
  filled = 0
  private readonly runs: Uint32Array[]
  private readonly compare: Compare
  /** How much of each run is taken. */
  private readonly taken: Uint32Array
  /** Runs with something left: a heap by what each has next. */
  private readonly heap: number[]

  constructor(runs: readonly Uint32Array[], compare: Compare) {
    this.runs = runs.filter(({ length }) => length > 0)
    this.compare = compare
    this.taken = new Uint32Array(this.runs.length)
    this.places = new Uint32Array(this.runs.reduce((sum, { length }) => sum + length, 0))
    this.heap = Array.from(this.runs.keys())
    for (let i = this.heap.length >> 1; i >= 0; i--) this.sink(i)
  }

  get whole(): boolean {
    return this.filled === this.places.length
  }

  /** Fills so many more. */
  fill(count: number): void {
    const end = Math.min(this.places.length, this.filled + count)
    while (this.filled < end) this.places[this.filled++] = this.next()
  }

  private next(): number {
    const run = this.heap[0] ?? 0
    const place = this.peek(run)
    const taken = (this.taken[run] ?? 0) + 1
    this.taken[run] = taken
    if (taken === this.runs[run]?.length) {
      const last = this.heap.pop() ?? 0
      if (this.heap.length > 0) this.heap[0] = last
    }
    this.sink(0)
    return place
  }

  private peek(run: number): number {
    return this.runs[run]?.[this.taken[run] ?? 0] ?? 0
  }

  private sink(from: number): void {
    const { heap } = this
    for (let i = from; ; ) {
      const left = 2 * i + 1
      let least = i
      if (left < heap.length && this.isBefore(left, least)) least = left
      if (left + 1 < heap.length && this.isBefore(left + 1, least)) least = left + 1
      if (least === i) return
      const run = heap[i] ?? 0
      heap[i] = heap[least] ?? 0
      heap[least] = run
      i = least
    }
  }

  private isBefore(i: number, j: number): boolean {
    return this.compare(this.peek(this.heap[i] ?? 0), this.peek(this.heap[j] ?? 0)) < 0
  }
}

/** A short order put into a long one, place by place. */
export function inserted(long: Uint32Array, short: Uint32Array, compare: Compare): Uint32Array {
  const all = new Uint32Array(long.length + short.length)
  let from = 0
  for (let j = 0; j < short.length; j++) {
    const place = short[j] ?? 0
    const to = endOfSmaller(long, { place, from }, compare)
    all.set(long.subarray(from, to), from + j)
    all[to + j] = place
    from = to
  }
  all.set(long.subarray(from), from + short.length)
  return all
}

/** Up to where the order, from `from` on, comes before a place. */
function endOfSmaller(
  run: Uint32Array,
  { place, from }: { place: number; from: number },
  compare: Compare,
): number {
  let low = from
  let high = run.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(run[middle] ?? 0, place) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
