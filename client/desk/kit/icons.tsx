import { type IconProps, Line } from '#client/ui/icons.tsx'

// Apart from the site's icons, so that no visitor fetches them.

/** A sign of sixteen by sixteen, in one stroke. */
export function drawn(d: string) {
  return function Icon(props: IconProps) {
    return (
      <Line {...props}>
        <path d={d} />
      </Line>
    )
  }
}

export const SyncIcon = drawn(
  'M13.500 6.500A5.800 5.800 0 0 0 3 5M2.500 9.500A5.800 5.800 0 0 0 13 11M3 1.800V5h3.200M13 14.200V11H9.800',
)

export const BinIcon = drawn(
  'M2.500 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.700 6.500v4.800M9.300 6.500v4.800',
)

export const PlusIcon = drawn('M8 2.500v11M2.500 8h11')

export const PencilIcon = drawn(
  'm2 14 .8-3.500L11 2.300l2.700 2.700-8.200 8.200zM9.300 4l2.700 2.700',
)

export const VideoIcon = drawn('M1.500 4h9v8h-9zM10.500 7l4-2.300v6.600l-4-2.300')

export const ElsewhereIcon = drawn('M9.500 2.500h4v4M13.500 2.500 8 8M6.500 3.500h-4v10h10v-4')

export const MailIcon = drawn('M1.500 3.500h13v9h-13zM1.500 4l6.500 5 6.500-5')

export const CardIcon = drawn('M1.500 3.500h13v9h-13zM1.500 6.500h13M4 10h3')

export const CalendarIcon = drawn('M2 3.500h12v10.500H2zM2 6.800h12M5 1.800v3M11 1.800v3')

export const ReturnIcon = drawn('M6 3 2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H6')

export const SaveIcon = drawn('M8 2v8.500M4.500 7 8 10.500 11.500 7M2.500 13.500h11')

export function SearchIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="7" cy="7" r="4.800" />
      <path d="m10.600 10.600 4 4" />
    </Line>
  )
}
