declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'woff' | 'sfnt'
    /** A number pins an axis; a range keeps a part of it. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** Tags of the OpenType features to keep; all of them if absent. */
    keepFeatures?: string[]
  }
  /** Returns the font with only these characters. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array>
}
