import type { ReactNode } from 'react'

export interface IconProps {
  className?: string | undefined
}

/** A sign of 16 px in lines. */
export function Line({ className, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export function GoIcon({ className }: IconProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 20 12"
      width="20"
      height="12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M0 6h18.5M13.5 1l5 5-5 5" />
    </svg>
  )
}

export function ArrowDownIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M8 1v13M3 9.500 8 14.500 13 9.500" />
    </Line>
  )
}

export function DownIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="m4 6 4 4 4-4" />
    </Line>
  )
}

export function OfflineIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M1.500 6.200a9.500 9.500 0 0 1 3.700-2.300M8 3.300a9.500 9.500 0 0 1 6.500 2.900M4 9a5.600 5.600 0 0 1 3-1.600M10 7.900A5.600 5.600 0 0 1 12 9M6.500 11.600a2.200 2.200 0 0 1 3 0M2 1.500l12 13" />
    </Line>
  )
}

export function CloseIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="m3 3 10 10M13 3 3 13" />
    </Line>
  )
}
