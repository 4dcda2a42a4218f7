import { type IconProps, Line } from '#client/ui/icons.tsx'

export function ClientsIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="6" cy="5" r="2.700" />
      <path d="M1 13.500c.3-3 2.200-4.500 5-4.500s4.700 1.500 5 4.500M10.500 2.500a2.600 2.600 0 0 1 0 5M12 9.300c1.800.6 2.800 2 3 4.200" />
    </Line>
  )
}

export function SettingsIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6" />
      <circle cx="10" cy="4.500" r="1.900" />
      <circle cx="6" cy="11.500" r="1.900" />
    </Line>
  )
}

/** Two ways that become one. */
export function MergeIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M2 3h3c3 0 3 5 6 5h3M2 13h3c3 0 3-5 6-5M11.500 5.500 14 8l-2.500 2.500" />
    </Line>
  )
}

export function MoreIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M3 8h.01M8 8h.01M13 8h.01" strokeWidth="2" strokeLinecap="round" />
    </Line>
  )
}
