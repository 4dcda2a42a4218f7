import type { PlateInks, Plates } from './view/state.ts'

/** By so many pixels sizes are rounded: a map is not drawn again for less. */
const SIZE_STEP = 8
/** Of the plate on paper, which is not laid out before it is printed. */
const PRINT_SIZE = { width: 192, height: 208 }

/** The maps of the page: their code, which comes after the first view, and the sizes of their frames. */
export class PlateFrames {
  private Plate: Plates['Plate'] | undefined
  private sizes: Plates['sizes'] = { print: PRINT_SIZE }
  private isLoading = false
  private readonly observer = new ResizeObserver((entries) => {
    for (const { target } of entries) this.measure(target)
  })

  constructor(private readonly changed: () => void) {}

  get plates(): Plates | undefined {
    return this.Plate && { Plate: this.Plate, sizes: this.sizes }
  }

  /** Follows the frames that are on the page now. */
  follow(root: Element): void {
    if (!this.isLoading) void this.load()
    this.observer.disconnect()
    for (const frame of root.querySelectorAll('[data-plate]:not([data-plate="print"])'))
      this.observer.observe(frame)
  }

  /** A page goes on without its maps. */
  private async load(): Promise<void> {
    this.isLoading = true
    try {
      this.Plate = (await import('./view/route-plate.tsx')).RoutePlate
      this.changed()
    } catch {
      this.isLoading = false
    }
  }

  private measure(frame: Element): void {
    const inks = frame.getAttribute('data-plate') as PlateInks
    const { clientWidth, clientHeight } = frame
    if (clientWidth === 0 || clientHeight === 0) return
    const round = (side: number) => Math.max(1, Math.round(side / SIZE_STEP)) * SIZE_STEP
    const [width, height] = [round(clientWidth), round(clientHeight)]
    const known = this.sizes[inks]
    if (known?.width === width && known.height === height) return
    this.sizes = { ...this.sizes, [inks]: { width, height } }
    if (this.Plate) this.changed()
  }
}
