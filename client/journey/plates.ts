import type { PlateInks, Plates } from './state.ts'

/** Sizes are rounded to this many pixels, so that small changes do not redraw the map. */
const SIZE_STEP = 8
/** Size of the printed plate, which has no layout before it is printed. */
const PRINT_SIZE = { width: 192, height: 208 }

/** The maps of the page: loads their code after the first view, and measures their frames. */
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

  /** Observes the frames that are on the page now. */
  follow(root: Element): void {
    if (!this.isLoading) void this.load()
    this.observer.disconnect()
    for (const frame of root.querySelectorAll('[data-plate]:not([data-plate="print"])'))
      this.observer.observe(frame)
  }

  /** Without its maps, the page still works. */
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
