import { type IconProps, Line } from '#client/ui/icons.tsx'

export function PhoneIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M4.500 1.500h7v13h-7zM7 12.500h2" />
    </Line>
  )
}

export function LaptopIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M2.500 3h11v7.500h-11zM1 13h14" />
    </Line>
  )
}

export function OpenIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M8 10.500V2M4.500 5.500 8 2l3.500 3.500M2.500 13.500h11" />
    </Line>
  )
}
