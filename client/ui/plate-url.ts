const urls = import.meta.glob<string>('./plates/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The address of an engraving of `plates/`, which carries its content's hash once built. */
export function plateUrl(name: string): string {
  const url = urls[`./plates/${name}.svg`]
  if (!url) throw new Error(`There is no plate ${name}`)
  return url
}
