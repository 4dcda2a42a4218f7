declare module 'punycode.js/punycode.es6.js' {
  /** Each label of a domain that is not ASCII, in its `xn--` form. */
  export function toASCII(domain: string): string
}
