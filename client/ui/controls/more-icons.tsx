import { type IconProps, Line } from '#client/ui/icons.tsx'

// Apart from the others: Home does without them, and its script has the tightest budget.

export function BackIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M15 8H2M6.500 3.500 2 8l4.500 4.500" />
    </Line>
  )
}

export function PreviousIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M10 3 5 8l5 5" />
    </Line>
  )
}

export function NextIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="m6 3 5 5-5 5" />
    </Line>
  )
}

export function TickIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="m2.500 8.500 3.500 3.500 7.500-8" />
    </Line>
  )
}

export function AlertIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="8" cy="8" r="6.500" />
      <path d="M8 4.500v4.300M8 11v.6" />
    </Line>
  )
}

export function InfoIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="8" cy="8" r="6.500" />
      <path d="M8 7.200v4M8 4.600v.6" />
    </Line>
  )
}

export function DiamondIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M8 1.500 14.500 8 8 14.500 1.500 8zM8 5v3.600M8 10.300v.6" />
    </Line>
  )
}

export function ClockIcon(props: IconProps) {
  return (
    <Line {...props}>
      <circle cx="8" cy="8" r="6.500" />
      <path d="M8 4.500V8l2.500 1.500" />
    </Line>
  )
}
