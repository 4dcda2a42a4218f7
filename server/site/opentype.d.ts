declare module 'opentype.js' {
  interface PathCommand {
    type: 'M' | 'L' | 'Q' | 'C' | 'Z'
    x: number
    y: number
    x1: number
    y1: number
    x2: number
    y2: number
  }
  export interface Glyph {
    advanceWidth: number
    getPath(x: number, y: number, size: number): { commands: PathCommand[] }
  }
  export interface Font {
    unitsPerEm: number
    charToGlyph(character: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }
  interface OpenType {
    parse(font: ArrayBuffer): Font
  }
  const opentype: OpenType
  // biome-ignore lint/style/noDefaultExport: Node sees the package as CommonJS
  export default opentype
}
