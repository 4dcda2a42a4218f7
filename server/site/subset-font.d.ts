declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'woff' | 'sfnt'
    /** A number pins an axis; a range keeps a part of it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** OpenType features by their tags; all of them where left out. */
    keepFeatures?: string[]
  }
  /** The font with these characters alone. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array>
}
