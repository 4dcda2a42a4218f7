declare module 'punycode.js' {
  const punycode: {
    /** Each label of a domain that is not ASCII, in its `xn--` form. */
    toASCII(domain: string): string
  }
  // biome-ignore lint/style/noDefaultExport: what Node.js gives of a CommonJS package
  export default punycode
}
