declare module 'punycode.js' {
  const punycode: {
    /** Converts each label of a domain that is not ASCII to its `xn--` form. */
    toASCII(domain: string): string
  }
  // biome-ignore lint/style/noDefaultExport: what Node.js gives of a CommonJS package
  export default punycode
}
