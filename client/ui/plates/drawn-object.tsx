const urls = import.meta.glob<string>('./objects/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** What stands beside words where there is nothing else to show; each says what is missing. */
export type ObjectName =
  | 'almanac'
  | 'book'
  | 'chair'
  | 'key'
  | 'lantern'
  | 'letter'
  | 'map'
  | 'scales'
  | 'sun'
  | 'spyglass'
  | 'trunk'

interface DrawnObjectProps {
  name: ObjectName
  className?: string | undefined
}

/** A small engraving of one thing, as decoration. */
export function DrawnObject({ name, className }: DrawnObjectProps) {
  return (
    <img
      className={className}
      src={urls[`./objects/${name}.svg`]}
      alt=""
      width="112"
      height="112"
      data-print="off"
    />
  )
}
