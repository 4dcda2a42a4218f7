/** `A *word* apart`: what stands between asterisks is set in italics. */
export function Emphasis({ children }: { children: string }) {
  // The text never changes its parts at run time, so their places can be their keys.
  return children
    .split('*')
    .map((part, place) => (place % 2 === 1 ? <em key={part}>{part}</em> : part))
}
