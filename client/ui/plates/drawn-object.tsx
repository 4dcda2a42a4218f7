interface DrawnObjectProps {
  /** The address of a drawing in `objects/`. */
  src: string | undefined
  className?: string | undefined
}

/** A small engraving of one thing, as decoration. */
export function DrawnObject({ src, className }: DrawnObjectProps) {
  return <img className={className} src={src} alt="" width="112" height="112" data-print="off" />
}
