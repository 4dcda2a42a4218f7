import { type IconProps, Line } from '#client/ui/icons.tsx'

export function CardIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M1.500 3.500h13v9h-13zM1.500 6.500h13M4 10h3" />
    </Line>
  )
}

export function HourglassIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M4 2h8M4 14h8M5 2c0 4 6 4 6 12M11 2c0 4-6 4-6 12" />
    </Line>
  )
}

export function ReturnIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M6 3 2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H6" />
    </Line>
  )
}
