import { type IconProps, Line } from '#client/ui/icons.tsx'
import { drawn } from './icons.tsx'

export const LockIcon = drawn(
  'M3 7h10v7H3zM5.200 7V4.800a2.800 2.800 0 0 1 5.600 0V7M8 9.800v1.600',
)

export function EyeIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M1 8s2.500-4.500 7-4.500S15 8 15 8s-2.500 4.500-7 4.500S1 8 1 8z" />
      <circle cx="8" cy="8" r="2" />
    </Line>
  )
}
