import { createIcon } from '#client/ui/icons.tsx'

export const DocumentIcon = createIcon('M3 1.500h7l3 3v10H3zM10 1.500v3h3M5.500 8h5M5.500 10.700h5')

export const CalendarIcon = createIcon('M2 3.500h12v11H2zM2 6.800h12M5 1.500v3.300M11 1.500v3.300')

export const ChangedIcon = createIcon(
  'M13.500 6.500A5.800 5.800 0 0 0 3 5M2.500 9.500A5.800 5.800 0 0 0 13 11M3 1.800V5h3.200M13 14.200V11H9.800',
)

export const CopyIcon = createIcon('M5.500 5.500h8v9h-8zM10.500 5.500v-4h-8v9h3')

export const PlaceIcon = createIcon(
  'M8 14.500c3.400-3.700 5-6.300 5-8.300a5 5 0 0 0-10 0c0 2 1.600 4.600 5 8.300zM6.200 6.200a1.800 1.800 0 1 0 3.600 0a1.800 1.800 0 1 0-3.600 0',
)

export const PrintIcon = createIcon('M4 6V1.500h8V6M4 11.500H1.500V6h13v5.500H12M4 9.500h8v5H4z')

export const RemoveIcon = createIcon(
  'M2.500 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.700 6.800v4M9.300 6.800v4',
)
