import type { ItemKind } from '#shared/journeys/journey-fields.ts'
import { createIcon, type IconProps } from './icons.tsx'

// Icons of journeys, for the desk and the guests' page. A module of their own, because no other page needs them.

const kindIcons: Record<ItemKind, ReturnType<typeof createIcon>> = {
  stay: createIcon(
    'M1.500 13V4M1.500 10.500h13V13M14.500 10.500v-1.800a2 2 0 0 0-2-2H7.300v3.800M3.100 8a1.300 1.300 0 1 0 2.600 0a1.300 1.300 0 1 0 -2.600 0',
  ),
  transfer: createIcon(
    'M2 11.500v-3l1.500-3.700h9L14 8.500v3zM2 8.500h12M4 11.500V13M12 11.500V13M4.400 10h1M10.600 10h1',
  ),
  flight: createIcon(
    'M8 1.500c.7 0 1.100.9 1.100 2v2.700l5.400 3.200v1.500L9.100 9.500v2.700l1.600 1.200v1L8 13.700l-2.700.7v-1l1.600-1.200V9.500l-5.400 1.400V9.400l5.400-3.200V3.500c0-1.100.4-2 1.100-2z',
  ),
  train: createIcon(
    'M4 1.500h8v9.800H4zM4 6.800h8M6 9.200h.5M9.500 9.200h.5M5.500 11.300l-2 3.200M10.500 11.300l2 3.200M6.500 4h3',
  ),
  ferry: createIcon(
    'M2 9 8 6.800 14 9l-1.400 3.200H3.400zM4 8.200V4.700h8v3.500M6.500 4.700V2h3v2.700M1.500 14.300c1 0 1.200-.6 2.200-.6s1.100.6 2.100.6 1.200-.6 2.200-.6 1.100.6 2.100.6 1.200-.6 2.200-.6 1.100.6 2.200.6',
  ),
  table: createIcon(
    'M5 7v7.500M3 1.500v3.700a2 2 0 0 0 4 0V1.500M5 1.500V5M11 14.500v-13c1.700.8 2.500 3 2.500 6.300H11',
  ),
  activity: createIcon('M1.500 13.500 6 5l3 5 1.700-2.700 3.800 6.200z'),
  note: createIcon('M3 1.500h7l3 3v10H3zM10 1.500v3h3M5.500 8h5M5.500 10.700h5'),
}

export function KindIcon({ kind, className }: IconProps & { kind: ItemKind }) {
  const Icon = kindIcons[kind]
  return <Icon className={className} />
}

export const CallIcon = createIcon(
  'm5.300 1.800 1.500 3.300-1.600 1.300c.8 1.900 2.300 3.400 4.300 4.300l1.400-1.600 3.300 1.500v2.300c0 .8-.6 1.400-1.400 1.300C6.900 13.700 2.300 9.200 1.700 3.200c-.1-.8.5-1.400 1.300-1.400z',
)

export const ShareIcon = createIcon('M8 10V1.500M5 4.500l3-3 3 3M5 7H3v7.500h10V7h-2')
