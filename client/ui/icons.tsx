export interface IconProps {
  className?: string | undefined
}

/** Makes an icon of one path (`d`) in a 16 by 16 view box, in the text's colour. */
export function createIcon(d: string, strokeWidth = '1.25', strokeLinecap?: 'round') {
  return function Icon({ className }: IconProps) {
    return (
      <svg
        className={className}
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap={strokeLinecap}
        aria-hidden="true"
        focusable="false"
      >
        <path d={d} />
      </svg>
    )
  }
}

/** Long arrow of links and buttons. */
export function ArrowRightIcon({ className }: IconProps) {
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

export const AlertIcon = createIcon(
  'M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M8 4.500v4.300M8 11v.6',
)

export const BackIcon = createIcon('M15 8H2M6.500 3.500 2 8l4.500 4.500')

export const ClockIcon = createIcon(
  'M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M8 4.500V8l2.500 1.500',
)

export const CloseIcon = createIcon('m3 3 10 10M13 3 3 13')

export const DiamondIcon = createIcon('M8 1.500 14.500 8 8 14.500 1.500 8zM8 5v3.600M8 10.300v.6')

export const ChevronDownIcon = createIcon('m4 6 4 4 4-4')

export const InfoIcon = createIcon(
  'M1.5 8a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0M8 7.200v4M8 4.600v.6',
)

export const NextIcon = createIcon('m6 3 5 5-5 5')

export const OfflineIcon = createIcon(
  'M1.500 6.200a9.500 9.500 0 0 1 3.700-2.300M8 3.300a9.500 9.500 0 0 1 6.500 2.900M4 9a5.600 5.600 0 0 1 3-1.600M10 7.900A5.600 5.600 0 0 1 12 9M6.500 11.600a2.200 2.200 0 0 1 3 0M2 1.500l12 13',
)

export const PreviousIcon = createIcon('M10 3 5 8l5 5')

export const TickIcon = createIcon('m2.500 8.500 3.500 3.500 7.500-8')
