// The ES module, of which bundles keep what they use. The package's main file is CommonJS.
declare module 'punycode.js/punycode.es6.js' {
  /** Converts each label of a domain that is not ASCII to its `xn--` form. */
  export function toASCII(domain: string): string
}
