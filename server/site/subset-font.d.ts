declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'woff' | 'sfnt'
    /** A number pins an axis; a range keeps a part of it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  /** The font with these characters alone. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array>
}
