import { createIcon, type IconProps } from '#client/ui/icons.tsx'

// Icons of the tab Journeys, apart from the desk's, so that other tabs do not load them.

export function GripIcon({ className }: IconProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6 3.500h.01M10 3.500h.01M6 8h.01M10 8h.01M6 12.500h.01M10 12.500h.01" />
    </svg>
  )
}

export const TicketIcon = createIcon(
  'M1.500 4.500h13V7a1.300 1.300 0 0 0 0 2.600v2.400h-13V9.600a1.300 1.300 0 0 0 0-2.600zM10 4.500v1M10 7.500v1M10 10.500v1',
)
